import { wordSet } from "./word-set.ts";

const english = wordSet(
  "the a an and or but of to in on at for with from by is are was were be been am it its this that these those i you he she we they me him her us them my your his our their not no do does did have has had will would can could should if when what who how why there here as so too very just than then more most don't doesn't didn't can't couldn't wouldn't won't isn't aren't wasn't i'm i'd i'll i've you're you'd you'll you've it's that's there's he's she's they're any some all about into out up over before after only never always nothing everything every because where which yes",
);
/** Small words of German, Spanish, Portuguese, French, Italian, Dutch and Polish that are no words of English. */
const others = wordSet(
  "der das und ist nicht ich du sie wir ihr ein eine einen dem den des mit für auf zu aber auch noch nur wenn dass wie dich dir mich mir sich bei vom zum zur als bin bist sind haben hat el la los las una que no es y en de del por con para pero más muy como cuando tu te mi su se lo le si ya o os um uma não é com mas mais muito você seu sua ao na dos das le les une et est pas je tu il elle nous vous dans pour avec mais plus très ce cette qui sur ton ta mon ma des du au aux il lo gli che non è di da un uno una per con ma più molto sei sono come het een niet ik jij je van met voor maar ook nog wel zijn hebt op dat deze w nie się na z jest to że jak ale bardzo",
);
/** In both lists: they tell nothing. */
const shared = wordSet("no me as so to die do on in a i is was an per he we");

/**
 * Whether a text is English, judging by its function words and letters: true unless another language has more of them.
 */
export function isEnglish(text: string): boolean {
  const found =
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}']+/gu) ?? [];
  const latin = found.filter((word) => /^[\p{Script=Latin}']+$/u.test(word));
  if (latin.length * 2 < found.length) return false;
  const telling = found.filter((word) => !shared.has(word));
  const own = telling.filter((word) => english.has(word)).length;
  const foreign = telling.filter((word) => others.has(word) || /[^a-z']/.test(word)).length;
  return foreign === 0 || own > foreign;
}
