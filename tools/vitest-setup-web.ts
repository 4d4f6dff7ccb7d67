import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// How long something may take says nothing about whether it is right.
configure({ asyncUtilTimeout: 20_000 });

afterEach(cleanup);
