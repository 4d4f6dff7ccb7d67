import type { RouteObject } from "react-router";
import { paths } from "#contract/paths.ts";
import { NotFound } from "./screens/not-found.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { GuardFrame } from "./shell/guard-frame.tsx";
import type { Place } from "./shell/places.ts";
import { SignedInLayout } from "./shell/signed-in-layout.tsx";

const place = (about: Place): Place => about;

const dashboard = async () => ({
  Component: (await import("./screens/dashboard.tsx")).DashboardScreen,
});

/** Address → screen, each loaded when it is entered. Everything under the layout is only for signed-in owners. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: ErrorPage,
    HydrateFallback: GuardFrame,
    children: [
      {
        path: paths.auth,
        lazy: async () => ({ Component: (await import("./screens/auth.tsx")).AuthScreen }),
      },
      {
        Component: SignedInLayout,
        children: [
          { path: paths.dashboard, handle: place({ title: "Dashboard" }), lazy: dashboard },
          { path: paths.circles, handle: place({ title: "Dashboard" }), lazy: dashboard },
          {
            path: paths.create,
            lazy: async () => ({ Component: (await import("./screens/create.tsx")).CreateScreen }),
          },
          {
            path: paths.share,
            handle: place({ title: "Your Paraline is live", back: paths.circles }),
            lazy: async () => ({ Component: (await import("./screens/share.tsx")).ShareScreen }),
          },
          {
            path: paths.results,
            handle: place({ back: paths.circles }),
            lazy: async () => ({
              Component: (await import("./screens/results.tsx")).ResultsScreen,
            }),
          },
          {
            path: paths.decision,
            handle: place({ back: paths.results, backKeepsSearch: true }),
            lazy: async () => ({
              Component: (await import("./screens/decision.tsx")).DecisionScreen,
            }),
          },
          {
            path: paths.contacts,
            handle: place({ title: "Contacts" }),
            lazy: async () => ({
              Component: (await import("./screens/contacts.tsx")).ContactsScreen,
            }),
          },
          {
            path: paths.history,
            handle: place({ title: "History" }),
            lazy: async () => ({
              Component: (await import("./screens/history.tsx")).HistoryScreen,
            }),
          },
          {
            path: paths.settings,
            handle: place({ title: "Settings" }),
            lazy: async () => ({
              Component: (await import("./screens/settings.tsx")).SettingsScreen,
            }),
          },
        ],
      },
      { path: "*", Component: NotFound },
    ],
  },
];
