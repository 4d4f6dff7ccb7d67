/** An address that breaks before its @ where a line is short; "by the link" for whoever has none here. */
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
