import "./client/no-eval.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { checkSession } from "./client/auth/auth.ts";
import { createQueryCache } from "./client/query-cache.ts";
import { routes } from "./routes.tsx";
import { isExample, isPreview } from "./shell/preview.ts";
import { printWholeFields } from "./ui/fields/print-fields.ts";
import { notifyError } from "./ui/toasts/toast.ts";
import { Toaster } from "./ui/toasts/toaster.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");

// The session is checked while the screen's own script is loading, not afterwards.
if (!isPreview(location) && !isExample(location)) checkSession();

printWholeFields();

const queries = createQueryCache(notifyError);
const router = createBrowserRouter(routes);

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>
  </StrictMode>,
);
