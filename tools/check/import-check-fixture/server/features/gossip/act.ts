// breaks: known-features
export const act = 1;
