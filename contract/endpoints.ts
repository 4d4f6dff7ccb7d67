import type { EndpointDefinition } from "./endpoint.ts";

type EndpointsIn<Module> = Module extends unknown
  ? Extract<Module[keyof Module], EndpointDefinition>
  : never;

/** Every endpoint, as a type: the browser names one by its method and path, and loads no schema for it. */
export type Endpoint = EndpointsIn<
  | typeof import("./account.ts")
  | typeof import("./admin/overview.ts")
  | typeof import("./auth/sessions.ts")
  | typeof import("./billing/billing.ts")
  | typeof import("./circles/circles.ts")
  | typeof import("./circles/further-questions.ts")
  | typeof import("./config.ts")
  | typeof import("./decisions.ts")
  | typeof import("./exports.ts")
  | typeof import("./feedback/feedback.ts")
  | typeof import("./feedback/kept-answers.ts")
  | typeof import("./feedback/own-answers.ts")
  | typeof import("./feedback/receipts.ts")
  | typeof import("./feedback/set-aside.ts")
  | typeof import("./feedback/then-and-now.ts")
  | typeof import("./insights/insights.ts")
  | typeof import("./invites/invites.ts")
>;
