import type { Pages } from "#contract/pages.ts";
import { Landing } from "./screens/landing.tsx";
import { NotFound } from "./screens/not-found.tsx";
import { Pricing } from "./screens/pricing.tsx";
import { renderStaticDocument } from "./shell/document.tsx";

/** What the server loads: every page that it sends as finished HTML. */
export const pages: Pick<Pages, "landing" | "pricing" | "not_found"> = {
  landing: (assets) =>
    renderStaticDocument(<Landing />, {
      title: "Build your personal advisory board",
      description: "Private feedback from people who know you best.",
      entry: assets.public_pages,
      fonts: assets.fonts,
    }),
  pricing: (model, assets) =>
    renderStaticDocument(<Pricing {...model} />, {
      title: "Pricing",
      description:
        "Starting a paraline and inviting your people is free. You pay once their reflections arrive.",
      entry: assets.public_pages,
      fonts: assets.fonts,
    }),
  not_found: (assets) =>
    renderStaticDocument(<NotFound />, {
      title: "Page not found",
      entry: assets.public_pages,
      fonts: assets.fonts,
      unlisted: true,
    }),
};
