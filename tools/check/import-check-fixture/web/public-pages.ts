// breaks: light-public-pages
import { createElement } from "react";
export const publicPages = createElement;
