/**
 * The element of the documents of the app and of the public pages that names the server where people sign in, if it is
 * another server: the base address of its calls, and the key that its gateway asks for. It is absent if people sign in
 * at the server that sends the document.
 */
export const signInServerMetaName = "paraline-sign-in-server";
