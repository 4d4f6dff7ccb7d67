/** An email address that breaks before its @ on short lines; "by the link" for people without one. */
export function Address({ email }: { email: string | null }) {
  if (email === null) return "by the link";
  const at = email.lastIndexOf("@");
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
