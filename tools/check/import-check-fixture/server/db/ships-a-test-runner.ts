// breaks: no-dev-packages
import { expect } from "vitest";
export const ships = expect;
