// breaks: key-tables-home
export const statement = "delete from sealing_keys";
