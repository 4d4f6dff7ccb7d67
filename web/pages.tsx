import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { EntryAssets, InlinedTexts, PageAssets, Pages } from "#contract/pages.ts";
import { EmailedLinkPage } from "./features/auth/emailed-links/emailed-link-page.tsx";
import { earlyDraftScript, postedDraftScript } from "./features/feedback/early-draft.ts";
import { TurnOffPage } from "./features/notifications/turn-off-page.tsx";
import { InviteeLayout } from "./invitee/invitee-layout.tsx";
import { InviteePage, needsLazyComponents } from "./invitee/invitee-page.tsx";
import type { InviteePageModel } from "./invitee/invitee-page-model.ts";
import { lazyComponents } from "./invitee/lazy-components.ts";
import { lazyCss } from "./invitee/lazy-styles.ts";
import { ShareLinkPage } from "./invitee/screens/share-link-page.tsx";
import { UnsentReflections } from "./invitee/screens/unsent-reflections.tsx";
import { Unsubscribe } from "./invitee/screens/unsubscribe.tsx";
import { titleOf } from "./invitee/title-of.ts";
import { Landing } from "./screens/public/landing.tsx";
import { NotFound } from "./screens/public/not-found.tsx";
import { Pricing, pricingLede } from "./screens/public/pricing.tsx";
import { type LinkPreview, renderDocument, renderStaticDocument } from "./shell/document.tsx";
import { PlainPage } from "./shell/public/public-page.tsx";

/** The texts that these pages inline besides their entry's stylesheet. */
export const inlined: InlinedTexts = {
  styles: [lazyCss],
  scripts: [earlyDraftScript, postedDraftScript],
};

const landingPreview = {
  title: "Build your personal advisory board",
  description: "Private feedback from people who know you best.",
};

/** The same for every private and share link, because messengers show it to anyone in the conversation. */
const invitePreview = (assets: PageAssets): LinkPreview => ({
  title: "Someone would like to hear how you see it",
  description: "A few questions, answered in private. No account needed.",
  picture: assets.linkPicture,
});

export const pages: Pages = {
  landing: (assets) =>
    renderStaticDocument(<Landing />, {
      ...landingPreview,
      linkPreview: { ...landingPreview, picture: assets.linkPicture },
      entry: assets.publicPages,
      fonts: assets.fonts,
    }),
  pricing: (model, assets) =>
    renderStaticDocument(<Pricing {...model} />, {
      title: "Pricing",
      description: pricingLede(model.billing),
      entry: assets.publicPages,
      fonts: assets.fonts,
    }),
  notFound: (assets) =>
    renderStaticDocument(<NotFound />, {
      title: "Page not found",
      entry: assets.publicPages,
      fonts: assets.fonts,
      unlisted: true,
    }),
  feedback: (model, assets) =>
    model.kind === "unsent"
      ? renderInviteeForm("Failed to submit feedback", <UnsentReflections {...model} />, assets)
      : renderInviteePage(model, assets),
  shareLink: (model, assets) =>
    renderInviteeForm(
      model.mode === "open" ? model.title : "Private feedback",
      <ShareLinkPage {...model} />,
      assets,
      { privateTo: "Private", linkPreview: invitePreview(assets) },
    ),
  thankYou: (assets) => renderInviteePage({ kind: "thank_you" }, assets),
  unsubscribe: (model, assets) =>
    renderInviteeForm("Unsubscribe", <Unsubscribe {...model} />, assets),
  turnOff: (model, assets) => renderInviteeForm("Unsubscribe", <TurnOffPage {...model} />, assets),
  emailedLink: (model, assets) =>
    renderStaticDocument(
      <PlainPage>
        <EmailedLinkPage {...model} />
      </PlainPage>,
      {
        title: "Your account",
        entry: withoutScripts(assets.publicPages),
        fonts: assets.fonts,
        unlisted: true,
      },
    ),
};

/** A page that its script hydrates, with the model from which it was rendered. */
function renderInviteePage(model: InviteePageModel, assets: PageAssets): string {
  return renderDocument(
    renderToString(
      <InviteePage
        model={model}
        lazy={needsLazyComponents(model) ? lazyComponents : undefined}
        loadLazy={async () => lazyComponents}
      />,
    ),
    {
      title: titleOf(model),
      entry: assets.invitee,
      moreCss: model.kind === "open" ? undefined : lazyCss,
      earlyScript: earlyScriptOf(model),
      unlisted: true,
      ...(model.kind !== "thank_you" && { linkPreview: invitePreview(assets) }),
      pageData: model,
    },
  );
}

function earlyScriptOf(model: InviteePageModel): string | undefined {
  if (model.kind === "thank_you") return postedDraftScript;
  return model.kind === "open" && !model.refused ? earlyDraftScript : undefined;
}

/** A page in the invitee's layout that needs no script. */
function renderInviteeForm(
  title: string,
  page: ReactElement,
  assets: PageAssets,
  { privateTo, ...frame }: { privateTo?: string; linkPreview?: LinkPreview } = {},
): string {
  return renderStaticDocument(<InviteeLayout privateTo={privateTo}>{page}</InviteeLayout>, {
    title,
    entry: withoutScripts(assets.invitee),
    moreCss: lazyCss,
    unlisted: true,
    ...frame,
  });
}

/** For pages that need no script. */
function withoutScripts(entry: EntryAssets): EntryAssets {
  return { ...entry, scripts: [], preloads: [] };
}
