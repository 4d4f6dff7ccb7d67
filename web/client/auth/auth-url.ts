export function authUrl(path: string): string {
  return `${location.origin}/auth/v1${path}`;
}
