import type { RouteObject } from "react-router";
import { adminPath, paths } from "#contract/paths.ts";
import { NotFound } from "./screens/public/not-found.tsx";
import { ErrorPage } from "./shell/public/error-page.tsx";
import type { RouteHandle } from "./shell/route-handle.ts";
import { SessionCheckFrame } from "./shell/signed-in/session-check-frame.tsx";
import { SignedInLayout } from "./shell/signed-in/signed-in-layout.tsx";

const handle = (about: RouteHandle): RouteHandle => about;

const dashboard = async () => ({
  Component: (await import("./screens/dashboard.tsx")).DashboardScreen,
});

/** Address → screen, each loaded when it is entered. Everything under the layout is only for signed-in owners. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: SessionCheckFrame,
    children: [
      {
        path: paths.auth,
        lazy: async () => ({ Component: (await import("./screens/auth.tsx")).AuthScreen }),
      },
      {
        path: paths.consent,
        lazy: async () => ({ Component: (await import("./screens/consent.tsx")).ConsentScreen }),
      },
      {
        path: paths.example,
        lazy: async () => ({ Component: (await import("./screens/example.tsx")).ExampleLayout }),
        children: [
          {
            index: true,
            lazy: async () => ({
              Component: (await import("./screens/example.tsx")).ExampleResults,
            }),
          },
          {
            path: paths.exampleDecision,
            lazy: async () => ({
              Component: (await import("./screens/example.tsx")).ExampleDecision,
            }),
          },
        ],
      },
      {
        Component: SignedInLayout,
        children: [
          { path: paths.dashboard, handle: handle({ title: "Dashboard" }), lazy: dashboard },
          { path: paths.circles, handle: handle({ title: "Dashboard" }), lazy: dashboard },
          {
            path: paths.create,
            lazy: async () => ({ Component: (await import("./screens/create.tsx")).CreateScreen }),
          },
          {
            path: paths.share,
            handle: handle({ title: "Share your Paraline", back: paths.circles }),
            lazy: async () => ({ Component: (await import("./screens/share.tsx")).ShareScreen }),
          },
          {
            path: paths.results,
            handle: handle({ back: paths.circles }),
            lazy: async () => ({
              Component: (await import("./screens/results.tsx")).ResultsScreen,
            }),
          },
          {
            path: paths.decision,
            handle: handle({ back: paths.results, backKeepsSearch: true }),
            lazy: async () => ({
              Component: (await import("./screens/decision.tsx")).DecisionScreen,
            }),
          },
          {
            path: paths.contacts,
            handle: handle({ title: "Contacts" }),
            lazy: async () => ({
              Component: (await import("./screens/contacts.tsx")).ContactsScreen,
            }),
          },
          {
            path: paths.history,
            handle: handle({ title: "History" }),
            lazy: async () => ({
              Component: (await import("./screens/history.tsx")).HistoryScreen,
            }),
          },
          {
            path: paths.settings,
            handle: handle({ title: "Settings" }),
            lazy: async () => ({
              Component: (await import("./screens/settings.tsx")).SettingsScreen,
            }),
          },
        ],
      },
      {
        path: adminPath,
        lazy: async () => (await import("./screens/admin.tsx")).operatorsOnly,
        children: [
          { index: true, lazy: async () => (await import("./screens/admin.tsx")).adminScreen },
        ],
      },
      { path: "*", Component: NotFound },
    ],
  },
];
