import { call, callAuth, reloadSession, removeUnfinishedFactor, type Session } from "./auth.ts";

/** {@link verifyPhoneCode} with its first code finishes it. */
export async function addPhone(
  { name, number }: { name: string; number: string },
  current?: string,
): Promise<string> {
  await removeUnfinishedFactor(name);
  const { id } = await callAuth<{ id: string }>("POST", "/factors", {
    factor_type: "phone",
    friendly_name: name,
    phone: number,
    current_password: current,
  });
  return id;
}

export async function sendPhoneCode(factorId: string): Promise<string> {
  const { data } = await call((client) => client.mfa.challenge({ factorId, channel: "sms" }));
  return data.id;
}

export async function verifyPhoneCode(attempt: {
  factorId: string;
  challengeId: string;
  code: string;
}): Promise<Session> {
  await call((client) => client.mfa.verify(attempt));
  return reloadSession();
}
