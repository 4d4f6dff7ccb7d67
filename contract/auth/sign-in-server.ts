/**
 * The element of the documents of the app and of the public pages that names the server where people sign in, if it is
 * another: the base address of its calls, and the key that its gateway asks for. It is not there where people sign in
 * at the server of the document.
 */
export const signInServerMetaName = "paraline-sign-in-server";
