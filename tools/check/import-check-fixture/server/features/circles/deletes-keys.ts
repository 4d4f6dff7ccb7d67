// breaks: key-tables-home
export const statement = "delete from round_keys";
