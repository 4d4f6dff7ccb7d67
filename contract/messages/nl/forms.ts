export * from "../en/forms.ts";
