import type { Migration } from "kysely/migration";
import * as access from "../baseline/access.ts";
import * as account from "../baseline/account.ts";
import * as admin from "../baseline/admin.ts";
import * as auth from "../baseline/auth.ts";
import * as billing from "../baseline/billing.ts";
import * as circles from "../baseline/circles.ts";
import * as covers from "../baseline/covers.ts";
import * as db from "../baseline/db.ts";
import * as decisions from "../baseline/decisions.ts";
import * as feedback from "../baseline/feedback.ts";
import * as http from "../baseline/http.ts";
import * as insights from "../baseline/insights.ts";
import * as invites from "../baseline/invites.ts";
import * as mail from "../baseline/mail.ts";
import * as notifications from "../baseline/notifications.ts";
import * as decisionCameTrue from "./0016-decision-came-true.ts";
import * as ownAnswers from "./0017-own-answers.ts";
import * as receipts from "./0018-receipts.ts";
import * as furtherQuestions from "./0019-further-questions.ts";

/**
 * Every migration, in order: the schema of 1.0 by the owners of its tables, and what changed since. It is a list rather
 * than a scan of the folder because the server is one bundled file.
 */
export const migrations: Record<string, Migration> = {
  "0001-baseline-db": db,
  "0002-baseline-auth": auth,
  "0003-baseline-circles": circles,
  "0004-baseline-access": access,
  "0005-baseline-http": http,
  "0006-baseline-covers": covers,
  "0007-baseline-invites": invites,
  "0008-baseline-feedback": feedback,
  "0009-baseline-mail": mail,
  "0010-baseline-notifications": notifications,
  "0011-baseline-billing": billing,
  "0012-baseline-insights": insights,
  "0013-baseline-decisions": decisions,
  "0014-baseline-account": account,
  "0015-baseline-admin": admin,
  "0016-decision-came-true": decisionCameTrue,
  "0017-own-answers": ownAnswers,
  "0018-receipts": receipts,
  "0019-further-questions": furtherQuestions,
};
