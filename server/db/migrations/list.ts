import type { Migration } from "kysely/migration";
import * as auth from "./0001-auth.ts";
import * as paraline from "./0002-paraline.ts";
import * as insights from "./0003-insights.ts";
import * as sharing from "./0004-sharing.ts";
import * as notifications from "./0006-notifications.ts";
import * as billing from "./0007-billing.ts";
import * as erasures from "./0009-erasures.ts";
import * as decisions from "./0010-decisions.ts";
import * as removed_names from "./0011-removed-names.ts";
import * as payment_states from "./0012-payment-states.ts";
import * as any_provider from "./0013-any-provider.ts";
import * as payments_of_subscriptions from "./0014-payments-of-subscriptions.ts";
import * as insight_stages from "./0015-insight-stages.ts";
import * as deleted_along from "./0016-deleted-along.ts";
import * as told_processors from "./0017-told-processors.ts";
import * as suspended_subscriptions from "./0018-suspended-subscriptions.ts";
import * as sealed_answers from "./0019-sealed-answers.ts";
import * as only_sealed_answers from "./0020-only-sealed-answers.ts";
import * as keyed_removed_mails from "./0021-keyed-removed-mails.ts";
import * as closed_for_good from "./0023-closed-for-good.ts";
import * as mailed_links from "./0026-mailed-links.ts";
import * as address_changes from "./0027-address-changes.ts";
import * as wrong_codes from "./0029-wrong-codes.ts";
import * as known_networks from "./0030-known-networks.ts";
import * as used_access_tokens from "./0031-used-access-tokens.ts";
import * as cover_uploads from "./0032-cover-uploads.ts";
import * as circle_copies from "./0033-circle-copies.ts";
import * as write_checks from "./0034-write-checks.ts";
import * as exchanged_tokens from "./0035-exchanged-tokens.ts";
import * as link_answers_before from "./0036-link-answers-before.ts";
import * as former_plain_texts from "./0037-former-plain-texts.ts";
import * as no_samples_of_keys from "./0038-no-samples-of-keys.ts";
import * as wrong_codes_after_the_second_step from "./0039-wrong-codes-after-the-second-step.ts";
import * as former_samples from "./0040-former-samples.ts";
import * as undelivered_attempts from "./0041-undelivered-attempts.ts";
import * as declined_once from "./0042-declined-once.ts";
import * as reopening_times from "./0043-reopening-times.ts";
import * as replaced_links from "./0044-replaced-links.ts";
import * as account_resets from "./0045-account-resets.ts";

/** Every migration, in order. A list rather than a scan of the folder: the server is one bundled file. */
export const migrations: Record<string, Migration> = {
  "0001-auth": auth,
  "0002-paraline": paraline,
  "0003-insights": insights,
  "0004-sharing": sharing,
  "0006-notifications": notifications,
  "0007-billing": billing,
  "0009-erasures": erasures,
  "0010-decisions": decisions,
  "0011-removed-names": removed_names,
  "0012-payment-states": payment_states,
  "0013-any-provider": any_provider,
  "0014-payments-of-subscriptions": payments_of_subscriptions,
  "0015-insight-stages": insight_stages,
  "0016-deleted-along": deleted_along,
  "0017-told-processors": told_processors,
  "0018-suspended-subscriptions": suspended_subscriptions,
  "0019-sealed-answers": sealed_answers,
  "0020-only-sealed-answers": only_sealed_answers,
  "0021-keyed-removed-mails": keyed_removed_mails,
  "0023-closed-for-good": closed_for_good,
  "0026-mailed-links": mailed_links,
  "0027-address-changes": address_changes,
  "0029-wrong-codes": wrong_codes,
  "0030-known-networks": known_networks,
  "0031-used-access-tokens": used_access_tokens,
  "0032-cover-uploads": cover_uploads,
  "0033-circle-copies": circle_copies,
  "0034-write-checks": write_checks,
  "0035-exchanged-tokens": exchanged_tokens,
  "0036-link-answers-before": link_answers_before,
  "0037-former-plain-texts": former_plain_texts,
  "0038-no-samples-of-keys": no_samples_of_keys,
  "0039-wrong-codes-after-the-second-step": wrong_codes_after_the_second_step,
  "0040-former-samples": former_samples,
  "0041-undelivered-attempts": undelivered_attempts,
  "0042-declined-once": declined_once,
  "0043-reopening-times": reopening_times,
  "0044-replaced-links": replaced_links,
  "0045-account-resets": account_resets,
};
