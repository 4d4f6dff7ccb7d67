import { createContext } from "react";

/** Whether everything below can be read and nothing can be changed, as in the example. */
export const ReadOnlyContext = createContext(false);
