import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import type { Language } from "#contract/languages.ts";
import { type InviteeMessages, inviteeMessages } from "#contract/messages/all.ts";
import type { EntryAssets, InlinedTexts, PageAssets, Pages } from "#contract/pages.ts";
import { paths } from "#contract/paths.ts";
import { LaterMessagesContext } from "./client/later-messages.ts";
import { PageMessagesContext } from "./client/page-messages.ts";
import { EmailedLinkPage } from "./features/auth/emailed-links/emailed-link-page.tsx";
import { earlyDraftScript, postedDraftScript } from "./features/feedback/early-draft.ts";
import { TurnOffPage } from "./features/notifications/turn-off-page.tsx";
import { formatTitle } from "./invitee/format-title.ts";
import { InviteeLayout } from "./invitee/invitee-layout.tsx";
import { InviteePage, needsLazyComponents } from "./invitee/invitee-page.tsx";
import type { InviteePageModel } from "./invitee/invitee-page-model.ts";
import { lazyComponents } from "./invitee/lazy-components.ts";
import { lazyCss } from "./invitee/lazy-styles.ts";
import { LanguageLinks } from "./invitee/screens/language-links.tsx";
import { ShareLinkPage } from "./invitee/screens/share-link-page.tsx";
import { UnsentReflections } from "./invitee/screens/unsent-reflections.tsx";
import { Unsubscribe } from "./invitee/screens/unsubscribe.tsx";
import { WrittenReflections } from "./invitee/screens/written-reflections.tsx";
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
const invitePreview = ({ forms }: InviteeMessages, assets: PageAssets): LinkPreview => ({
  title: forms.linkPreviewTitle,
  description: forms.linkPreviewLine,
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
  feedback(model, language, assets) {
    if (model.kind !== "unsent") return renderInviteePage(model, language, assets);
    const messages = inviteeMessages[language];
    return renderInviteeForm(
      messages.forms.unsentTitle,
      <UnsentReflections {...model} messages={messages} />,
      assets,
      { language },
    );
  },
  shareLink(model, language, assets) {
    const messages = inviteeMessages[language];
    const address = `${paths.feedback}?circle=${encodeURIComponent(model.circle_id)}`;
    return renderInviteeForm(
      model.mode === "open" ? model.title : messages.forms.shareTitle,
      <ShareLinkPage model={model} address={address} messages={messages} />,
      assets,
      {
        language,
        address,
        privateTo: messages.forms.private,
        linkPreview: invitePreview(messages, assets),
      },
    );
  },
  thankYou: (receipt, language, assets) =>
    renderInviteePage({ kind: "thank_you", receipt }, language, assets),
  receipt(model, language, assets) {
    const messages = inviteeMessages[language];
    const { later, forms } = messages;
    const titles = { ask: later.haveCode, read: later.written, withdrawn: forms.withdrawnTitle };
    return renderInviteeForm(
      titles[model.state],
      <LaterMessagesContext value={later}>
        <WrittenReflections model={model} messages={messages} />
      </LaterMessagesContext>,
      assets,
      { language },
    );
  },
  unsubscribe(model, language, assets) {
    const messages = inviteeMessages[language];
    return renderInviteeForm(
      messages.forms.unsubscribeTitle,
      <Unsubscribe model={model} messages={messages} />,
      assets,
      { language, address: withToken(paths.unsubscribe, model.token) },
    );
  },
  turnOff: (model, assets) =>
    renderInviteeForm("Unsubscribe", <TurnOffPage {...model} />, assets, { language: "en" }),
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
function renderInviteePage(
  model: InviteePageModel,
  language: Language,
  assets: PageAssets,
): string {
  const messages = inviteeMessages[language];
  return renderDocument(
    renderToString(
      <PageMessagesContext value={messages.page}>
        <LaterMessagesContext value={messages.later}>
          <InviteePage
            model={model}
            lazy={needsLazyComponents(model) ? lazyComponents : undefined}
            loadLazy={async () => lazyComponents}
          />
        </LaterMessagesContext>
      </PageMessagesContext>,
    ),
    {
      language,
      title: formatTitle(model, messages.page, messages.later),
      entry: assets.invitee[language],
      moreCss: model.kind === "open" ? undefined : lazyCss,
      earlyScript: findEarlyScript(model),
      unlisted: true,
      ...(model.kind !== "thank_you" && { linkPreview: invitePreview(messages, assets) }),
      after: isGivenBack(model) ? undefined : (
        <LanguageLinks
          current={language}
          label={messages.forms.otherLanguages}
          address={findPath(model)}
        />
      ),
      pageData: model,
    },
  );
}

/** Whether a page gives back what was posted: links to other languages would lose it. */
function isGivenBack(model: InviteePageModel): boolean {
  return (
    (model.kind === "thank_you" && model.receipt !== undefined) ||
    (model.kind === "open" && model.refused !== undefined) ||
    (model.kind === "card" && (model.unsent ?? []).length > 0)
  );
}

function findEarlyScript(model: InviteePageModel): string | undefined {
  if (model.kind === "thank_you") return postedDraftScript;
  return model.kind === "open" && !model.refused ? earlyDraftScript : undefined;
}

/** A page in the invitee's layout that needs no script. */
function renderInviteeForm(
  title: string,
  page: ReactElement,
  assets: PageAssets,
  {
    language,
    address,
    privateTo,
    linkPreview,
  }: { language: Language; address?: string; privateTo?: string; linkPreview?: LinkPreview },
): string {
  return renderStaticDocument(
    <PageMessagesContext value={inviteeMessages[language].page}>
      <InviteeLayout privateTo={privateTo}>{page}</InviteeLayout>
    </PageMessagesContext>,
    {
      language,
      title,
      entry: withoutScripts(assets.invitee[language]),
      moreCss: lazyCss,
      unlisted: true,
      after:
        address === undefined ? undefined : (
          <LanguageLinks
            current={language}
            label={inviteeMessages[language].forms.otherLanguages}
            address={address}
          />
        ),
      ...(linkPreview && { linkPreview }),
    },
  );
}

/** Leads to the page again. */
function findPath(model: InviteePageModel): string {
  if (model.kind === "thank_you") return paths.thankYou;
  if (model.kind === "loading") return paths.feedback;
  if (model.kind === "card" && model.again_address !== undefined) return model.again_address;
  return model.invite_token === undefined
    ? paths.feedback
    : withToken(paths.invite, model.invite_token);
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`;

/** For pages that need no script. */
function withoutScripts(entry: EntryAssets): EntryAssets {
  return { ...entry, scripts: [], preloads: [] };
}
