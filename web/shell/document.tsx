import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { findTextDirection, type Language } from "#contract/languages.ts";
import type { EntryAssets } from "#contract/pages.ts";

interface DocumentFrame {
  language?: Language;
  /** The page's title, to which the product's name is appended. */
  title: string;
  description?: string;
  entry: EntryAssets;
  /** A second stylesheet, which most of the entry's pages don't need at first. */
  moreCss?: string | undefined;
  /** Runs before the page's script has loaded. */
  earlyScript?: string | undefined;
  /** Font files to preload; none on the invitee's pages. */
  fonts?: readonly string[];
  /** Whether it is excluded from search engines, like pages for one person or error pages. */
  unlisted?: boolean;
  /** What messengers and social networks show of a link to the page; without it, they show its title. */
  linkPreview?: LinkPreview;
  /** Shown below the page, and not hydrated. */
  after?: ReactElement | undefined;
  /** Data for the page's script, as JSON. */
  pageData?: unknown;
}

export interface LinkPreview {
  title: string;
  description: string;
  /** The complete address of a picture of 1200 by 630 pixels. */
  picture: string | undefined;
}

/** The background colour of a page in both themes, for the browser's own bars; `--pl-paper` of styles/tokens.css. */
export const paper = { light: "#f9f6ef", dark: "#13171e" };

/** public/favicon.svg, inlined because a browser requests the file again at every change of title or address. */
const favicon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%2324457a'/%3E%3Cg fill='none' stroke-width='2.75' stroke-linecap='round'%3E%3Cpath d='M10 7.5v17' stroke='%23f0a9b6'/%3E%3Cpath d='M15.5 24.5v-17h3.25a5 5 0 0 1 0 10H15.5' stroke='%23fffefa'/%3E%3C/g%3E%3C/svg%3E";

export const pageDataId = "page-data";

/** A complete document around a page that is never hydrated. */
export function renderStaticDocument(page: ReactElement, frame: DocumentFrame): string {
  return renderDocument(renderToStaticMarkup(page), frame);
}

/** A complete document around HTML. The page's script finds that HTML in `#root`, exactly as rendered. */
export function renderDocument(html: string, frame: DocumentFrame): string {
  return `<!doctype html>${renderToStaticMarkup(<Document html={html} {...frame} />)}`;
}

function Document({
  language = "en",
  title,
  description,
  entry,
  moreCss,
  earlyScript,
  fonts = [],
  unlisted = false,
  linkPreview,
  after,
  pageData,
  html,
}: DocumentFrame & { html: string }) {
  return (
    <html lang={language} dir={findTextDirection(language) === "rtl" ? "rtl" : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <title>{`${title} · Paraline`}</title>
        {description !== undefined && <meta name="description" content={description} />}
        {unlisted && <meta name="robots" content="noindex" />}
        {linkPreview && <LinkPreviewTags {...linkPreview} />}
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
        {fonts.map((href) => (
          <link
            key={href}
            rel="preload"
            href={href}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        {entry.inlineCss !== "" && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, by its hash in the policy
          <style dangerouslySetInnerHTML={{ __html: entry.inlineCss }} />
        )}
        {moreCss !== undefined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet, by its hash in the policy
          <style dangerouslySetInnerHTML={{ __html: moreCss }} />
        )}
        {entry.stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {entry.preloads.map((href) => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {entry.scripts.map((src) => (
          <script key={src} type="module" src={src} />
        ))}
        <link rel="icon" href={favicon} type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: just rendered by React */}
        <div id="root" dangerouslySetInnerHTML={{ __html: html }} />
        {after}
        {earlyScript !== undefined && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, by its hash in the policy
          <script dangerouslySetInnerHTML={{ __html: earlyScript }} />
        )}
        {pageData !== undefined && (
          <script
            id={pageDataId}
            type="application/json"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no tag can start
            dangerouslySetInnerHTML={{ __html: jsonForHtml(pageData) }}
          />
        )}
      </body>
    </html>
  );
}

/** The tags of Open Graph. X reads them too, but takes the size of the picture from a tag of its own. */
function LinkPreviewTags({ title, description, picture }: LinkPreview) {
  return (
    <>
      <meta property="og:site_name" content="Paraline" />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      {picture !== undefined && (
        <>
          <meta property="og:image" content={picture} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta property="og:image:alt" content="Paraline" />
        </>
      )}
      <meta
        name="twitter:card"
        content={picture === undefined ? "summary" : "summary_large_image"}
      />
    </>
  );
}

/** JSON that is safe in a script element: nothing in it ends the element or starts a comment. */
function jsonForHtml(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
