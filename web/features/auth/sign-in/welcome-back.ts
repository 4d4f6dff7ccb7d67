import { notifySuccess } from "#web/ui/toasts/toast.ts";

/** Shown once signing in is complete, second step included. */
export function notifyWelcomeBack(): void {
  notifySuccess("Welcome back!", "You've successfully signed in.");
}
