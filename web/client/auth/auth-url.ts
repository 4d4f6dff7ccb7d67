/** The address of a call of the server's sign-in. */
export function authUrl(path: string): string {
  return `${location.origin}/auth/v1${path}`;
}
