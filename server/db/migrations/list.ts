import type { Migration } from "kysely/migration";
import * as auth from "./0001-auth.ts";
import * as paraline from "./0002-paraline.ts";
import * as insights from "./0003-insights.ts";
import * as sharing from "./0004-sharing.ts";
import * as notifications from "./0006-notifications.ts";
import * as billing from "./0007-billing.ts";
import * as erasures from "./0009-erasures.ts";
import * as decisions from "./0010-decisions.ts";
import * as removedNames from "./0011-removed-names.ts";
import * as paymentStates from "./0012-payment-states.ts";
import * as anyProvider from "./0013-any-provider.ts";
import * as paymentsOfSubscriptions from "./0014-payments-of-subscriptions.ts";
import * as insightStages from "./0015-insight-stages.ts";
import * as deletedAlong from "./0016-deleted-along.ts";
import * as toldProcessors from "./0017-told-processors.ts";
import * as suspendedSubscriptions from "./0018-suspended-subscriptions.ts";
import * as sealedAnswers from "./0019-sealed-answers.ts";
import * as onlySealedAnswers from "./0020-only-sealed-answers.ts";
import * as keyedRemovedMails from "./0021-keyed-removed-mails.ts";
import * as closedForGood from "./0023-closed-for-good.ts";
import * as mailedLinks from "./0026-mailed-links.ts";
import * as addressChanges from "./0027-address-changes.ts";
import * as wrongCodes from "./0029-wrong-codes.ts";
import * as knownNetworks from "./0030-known-networks.ts";
import * as usedAccessTokens from "./0031-used-access-tokens.ts";
import * as coverUploads from "./0032-cover-uploads.ts";
import * as circleCopies from "./0033-circle-copies.ts";
import * as writeChecks from "./0034-write-checks.ts";
import * as exchangedTokens from "./0035-exchanged-tokens.ts";
import * as linkAnswersBefore from "./0036-link-answers-before.ts";
import * as formerPlainTexts from "./0037-former-plain-texts.ts";
import * as noSamplesOfKeys from "./0038-no-samples-of-keys.ts";
import * as wrongCodesAfterTheSecondStep from "./0039-wrong-codes-after-the-second-step.ts";
import * as formerSamples from "./0040-former-samples.ts";
import * as undeliveredAttempts from "./0041-undelivered-attempts.ts";
import * as declinedOnce from "./0042-declined-once.ts";
import * as reopeningTimes from "./0043-reopening-times.ts";
import * as replacedLinks from "./0044-replaced-links.ts";
import * as accountResets from "./0045-account-resets.ts";
import * as erasuresWithoutEmail from "./0046-erasures-without-email.ts";
import * as pendingRecoveries from "./0047-pending-recoveries.ts";
import * as oneSpellingOfDomains from "./0048-one-spelling-of-domains.ts";
import * as copiesByTheirOwnId from "./0049-copies-by-their-own-id.ts";
import * as reviewReminders from "./0050-review-reminders.ts";
import * as passkeys from "./0051-passkeys.ts";
import * as recoveryCodesAndPhones from "./0052-recovery-codes-and-phones.ts";
import * as providerSignIns from "./0053-provider-sign-ins.ts";
import * as codesAndLinksByMail from "./0054-codes-and-links-by-mail.ts";
import * as connectedApps from "./0055-connected-apps.ts";
import * as rotatingKeys from "./0056-rotating-keys.ts";
import * as wrongCodesByNetwork from "./0058-wrong-codes-by-network.ts";
import * as externalSessions from "./0059-external-sessions.ts";
import * as keptAnswers from "./0061-kept-answers.ts";
import * as weakGenerations from "./0062-weak-generations.ts";
import * as onePressAtATime from "./0063-one-press-at-a-time.ts";
import * as whatSubscribersPay from "./0064-what-subscribers-pay.ts";
import * as whenSubscriptionsEnded from "./0066-when-subscriptions-ended.ts";
import * as dueWorkByIndex from "./0068-due-work-by-index.ts";
import * as orderOfDueWork from "./0069-order-of-due-work.ts";
import * as deletingByIndex from "./0070-deleting-by-index.ts";
import * as twoServersOneStripeAccount from "./0071-two-servers-one-stripe-account.ts";
import * as whichVersionsMayRun from "./0072-which-versions-may-run.ts";
import * as databaseState from "./0073-database-state.ts";
import * as erasureNotes from "./0074-erasure-notes.ts";
import * as nightlyWorkByIndex from "./0075-nightly-work-by-index.ts";
import * as lastBackup from "./0076-last-backup.ts";
import * as coversBeingRemoved from "./0077-covers-being-removed.ts";
import * as dailyCounts from "./0078-daily-counts.ts";
import * as erasureDays from "./0080-erasure-days.ts";
import * as nextPlans from "./0084-next-plans.ts";
import * as disputedSingles from "./0086-disputed-singles.ts";
import * as taxedSubscriptions from "./0088-taxed-subscriptions.ts";
import * as statelessJoins from "./0089-stateless-joins.ts";
import * as responsesSetAside from "./0090-responses-set-aside.ts";
import * as mailboxes from "./0091-mailboxes.ts";
import * as waitingGenerations from "./0092-waiting-generations.ts";
import * as sealedUntilClosing from "./0100-sealed-until-closing.ts";
import * as sessionsOfThisServer from "./0101-sessions-of-this-server.ts";
import * as narrowerShop from "./0102-narrower-shop.ts";

/** Every migration, in order. It is a list rather than a scan of the folder because the server is one bundled file. */
export const migrations: Record<string, Migration> = {
  "0001-auth": auth,
  "0002-paraline": paraline,
  "0003-insights": insights,
  "0004-sharing": sharing,
  "0006-notifications": notifications,
  "0007-billing": billing,
  "0009-erasures": erasures,
  "0010-decisions": decisions,
  "0011-removed-names": removedNames,
  "0012-payment-states": paymentStates,
  "0013-any-provider": anyProvider,
  "0014-payments-of-subscriptions": paymentsOfSubscriptions,
  "0015-insight-stages": insightStages,
  "0016-deleted-along": deletedAlong,
  "0017-told-processors": toldProcessors,
  "0018-suspended-subscriptions": suspendedSubscriptions,
  "0019-sealed-answers": sealedAnswers,
  "0020-only-sealed-answers": onlySealedAnswers,
  "0021-keyed-removed-mails": keyedRemovedMails,
  "0023-closed-for-good": closedForGood,
  "0026-mailed-links": mailedLinks,
  "0027-address-changes": addressChanges,
  "0029-wrong-codes": wrongCodes,
  "0030-known-networks": knownNetworks,
  "0031-used-access-tokens": usedAccessTokens,
  "0032-cover-uploads": coverUploads,
  "0033-circle-copies": circleCopies,
  "0034-write-checks": writeChecks,
  "0035-exchanged-tokens": exchangedTokens,
  "0036-link-answers-before": linkAnswersBefore,
  "0037-former-plain-texts": formerPlainTexts,
  "0038-no-samples-of-keys": noSamplesOfKeys,
  "0039-wrong-codes-after-the-second-step": wrongCodesAfterTheSecondStep,
  "0040-former-samples": formerSamples,
  "0041-undelivered-attempts": undeliveredAttempts,
  "0042-declined-once": declinedOnce,
  "0043-reopening-times": reopeningTimes,
  "0044-replaced-links": replacedLinks,
  "0045-account-resets": accountResets,
  "0046-erasures-without-email": erasuresWithoutEmail,
  "0047-pending-recoveries": pendingRecoveries,
  "0048-one-spelling-of-domains": oneSpellingOfDomains,
  "0049-copies-by-their-own-id": copiesByTheirOwnId,
  "0050-review-reminders": reviewReminders,
  "0051-passkeys": passkeys,
  "0052-recovery-codes-and-phones": recoveryCodesAndPhones,
  "0053-provider-sign-ins": providerSignIns,
  "0054-codes-and-links-by-mail": codesAndLinksByMail,
  "0055-connected-apps": connectedApps,
  "0056-rotating-keys": rotatingKeys,
  "0058-wrong-codes-by-network": wrongCodesByNetwork,
  "0059-external-sessions": externalSessions,
  "0061-kept-answers": keptAnswers,
  "0062-weak-generations": weakGenerations,
  "0063-one-press-at-a-time": onePressAtATime,
  "0064-what-subscribers-pay": whatSubscribersPay,
  "0066-when-subscriptions-ended": whenSubscriptionsEnded,
  "0068-due-work-by-index": dueWorkByIndex,
  "0069-order-of-due-work": orderOfDueWork,
  "0070-deleting-by-index": deletingByIndex,
  "0071-two-servers-one-stripe-account": twoServersOneStripeAccount,
  "0072-which-versions-may-run": whichVersionsMayRun,
  "0073-database-state": databaseState,
  "0074-erasure-notes": erasureNotes,
  "0075-nightly-work-by-index": nightlyWorkByIndex,
  "0076-last-backup": lastBackup,
  "0077-covers-being-removed": coversBeingRemoved,
  "0078-daily-counts": dailyCounts,
  "0080-erasure-days": erasureDays,
  "0084-next-plans": nextPlans,
  "0086-disputed-singles": disputedSingles,
  "0088-taxed-subscriptions": taxedSubscriptions,
  "0089-stateless-joins": statelessJoins,
  "0090-responses-set-aside": responsesSetAside,
  "0091-mailboxes": mailboxes,
  "0092-waiting-generations": waitingGenerations,
  "0100-sealed-until-closing": sealedUntilClosing,
  "0101-sessions-of-this-server": sessionsOfThisServer,
  "0102-narrower-shop": narrowerShop,
};
