import { expect, test } from "vitest";
import { withoutWebAddresses } from "./web-addresses.ts";

test.each([
  // Web addresses
  ["URGENT: your account at http://evil.example/login", "URGENT: your account at …"],
  ["“https://evil.example” asks", "“…” asks"],
  ["HXXPS://evil", "…"],
  ["see www.evil", "see …"],
  ["log in at evil.example/login", "log in at evil. example/login"],
  ["support@evil.example", "support@evil. example"],
  ["mail.google.com.evil.co", "mail. google. com. evil. co"],
  ["пример.рф, उदाहरण.भारत", "пример. рф, उदाहरण. भारत"],
  ["evil．example, evil。example, evil․example", "evil． example, evil。 example, evil․ example"],
  ["http:\\\\evil.example", "http:\\\\evil. example"],
  ["//evil.example", "//evil. example"],
  ["192.168.0.1/login", "192. 168. 0. 1/login"],
  // What is invisible or ends a header
  ["evil\u200b.\u2060example", "evil. example"],
  ["Maya\u202egnp.exe\u202c", "Mayagnp. exe"],
  ["Maya\r\nBcc: everyone@evil.example", "Maya Bcc: everyone@evil. example"],
  // Ordinary texts
  ["Should I use Node.js?", "Should I use Node. js?"],
  ["Is .NET 8.0 right for us, e.g. in the U.S.?", "Is .NET 8.0 right for us, e.g. in the U.S.?"],
  ["Lunch at 12.30, about 4.50 each...", "Lunch at 12.30, about 4.50 each..."],
  ["换工作吗。你怎么看", "换工作吗。你怎么看"],
  ["نمی‌دانم 👩‍🎨", "نمی‌دانم 👩‍🎨"],
])("%j becomes %j in an email to somebody else", (written, sent) => {
  expect(withoutWebAddresses(written)).toBe(sent);
});
