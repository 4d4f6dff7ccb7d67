import type { z } from "zod";
import type { judge } from "#web/features/feedback/judge.ts";
export type Judge = typeof judge & typeof z;
