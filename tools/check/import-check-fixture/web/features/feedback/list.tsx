import { button } from "#web/ui/button.ts";
export const List = () => <b>{button}</b>;
