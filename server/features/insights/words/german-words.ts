import { createRequire } from "node:module";
import { wordSet } from "./word-set.ts";

/**
 * Names that are in the package's list of words, which was made from subtitles, but in neither of its lists of names.
 */
const namesAmongWords = wordSet(
  "harry kara jimmy billy lee bob charles bill jane clark ray eddie tommy bobby steve chuck rachel roger carter dan lily andy joey ted pete lois elizabeth jerry barry judy harvey kelly larry susan dave hank jeff roy morgan annie carrie maggie penny phoebe chloe kyle howard karen wilson terry willie gary cole marshall gordon rory frankie tess catherine jess molly gabe johnson edward jeannie andrew mulder bruce sally earl todd nancy francisco wayne nate marty tina jackie alf bonnie holmes nelson cooper carol norman brad francis beth davis stan barbara casey randy poirot brown blair parker serena paige derek monica teddy watson grant katie shane daisy williams zack mommy stanley margaret travis hogan tracy kent chase gus kirk murphy audrey lincoln rita mickey greg ned scully ken ron raymond matthew sheldon walton becky ruth erin wendy malcolm kenny clarence owen morris jude ford stephen harris peg virginia riley ricky dexter warren ari walt cindy spencer ralph sonny diane benny lance christine homer peggy meg manny neil troy katherine shaw grey russell sherlock mitchell palmer ronnie juan monroe alison ellie toby sandy craig iris collins sue guy ike freddy bailey tucker jules heather blake janet gina mitch allison chandler turner joan douglas jeffrey lawrence brett elliot neill ernie richie lloyd franklin humphrey evan carson perry miranda lila keith seth dale jefferson cameron melodie pablo nicky anderson eli stuart ally glenn thompson jacques debbie li duncan wyatt sharon graham marion boris gibbs doyle gwen lauren leslie lester robbie drake harper rob winston carmen freddie elvis cathy sandra angie trevor barnes laurel kitty prue antoine agnes kennedy hal veronica rosie pedro neal reed fisher simpson claude nolan camille brody brandon wallace caleb randall cody doris burke wally madison beverly ivan edwards regina sylvia scotty grayson violet nicholas georgia mel donovan patty drew eve reggie jeanne belle claudia harrison torres brien dawn marianne sheila garcia saul campbell timmy simone bundy bennett devon polly glen cam gilbert burt picard bernie marilyn jodi ira reynolds sherry dorothy sullivan shelby archie shakespeare avery roberts hugh kathy jody wesley chan pam irene juliette evans denise rogers sloan roland phillip wong valentine norma kimmy fran murray chang lynette harriet shirley connie moses rudy donnie giles isaac fanny clyde hannibal griffin ana maura nadia rodney sal shawn eugene hedley percy chad renn chen vicky robinson rufus xander abe lori boyd chester jessie francine nikki ollie deb reid edith mandy mercedes cynthia gaby ellis gerda erica gemma cassie daphne shannon wu simmons christen trudy henderson potter hamilton jenkins garrett henry cordelia cristina mildred locke georges mcgee bette lin felicity peterson kung bradley jin austin mimi andrews egon vaughn sinclair ingrid clayton monty gregory calvin matty faith brenda susie ronald sheridan crawford richards brooks cheryl gail haley celia preston tammy brennan pratt janice shepherd anita darcy yvonne suzanne mccoy harley caine gerald mae lizzie beckett kirby maureen rupert bea sabine baxter chelsea whitney margot montgomery betsy marcy michaels dalton hughes bridget gretchen wanda mei georgie phillips sasha stewart cyrus becca rod charley pamela woody olga gavin allan irina renee danielle vinnie kat millie kenneth bernadette matthews katrina rodrigo frances sawyer sadie abu janeway floyd willis armstrong cassidy mccormick darryl gilmore julio trish desmond dodge cybill edmund constance maryann dawson tanya langley edie nixon callie hu sonia virgil nash giovanni juliet christy courtney jared malone tiffany fernando madeline lyle gabrielle liu carolyn alberto daryl dolly ethel knox gardner norris orson yuri gracie frederick gerry selig paolo donny maxwell hanson ginny underwood weaver monika dewey paddy shelly jade jacqueline dee clint murdock fitzgerald susanne charlene timothy lindsay zane justine willens dolores jose ren stacy nell clary ferguson lucrezia boyle laurent alain harlan blanche maddie igor samson burton benson patterson shelley javier khan erika enzo su lorraine gerard dani xavier missy santiago garth lizzy ursula perkins dora vernon jorge raquel trent sabrina weston leland aubrey sanchez gallagher robbins micki robby carroll dwight manuela emmett barrett jeremiah irving cary alejandro leroy diaz lorenzo johan clive warner neville angus davey phyllis helga svetlana jens jennifer norbert gisela inge ingo renate sven uwe birgit jürgen günther günter wolfgang gerhard dieter manfred helmut werner rüdiger rainer ulrich ursel uschi gudrun heike silke anke antje swantje elke ilse else gerd detlef holger torsten thorsten jochen lothar siegfried sigrid sibylle hilde hildegard irmgard waltraud roswitha hannelore edeltraud mohammed muhammad ahmed ali hassan mustafa mehmet ahmet ayşe fatma fatima elif emre murat yusuf ibrahim omar aylin dragan goran zoran milan milena dimitri dmitri sergej sergei natascha tatjana nikolai vladimir wladimir aleksandr alexej jelena katarina bogdan piotr pavel jana petra radek marek hiro kenji akira yuki ling minh nguyen tran singh priya raj anil sunil",
);

/** Surnames of the package that are hardly ever meant as one: they are kept even without an article. */
const ratherNouns = wordSet(
  "bruder freund glück haus herz kind kopf liebe sorge sohn vater wunsch geist kummer buch preis wein volk holz luft licht boden zimmer wunder hunger trost streit montag freitag sonntag mittag obst gold post bier",
);

let known: ReturnType<typeof load> | undefined;

/** Loads 12,000 words and 4,000 names at first use; the package's own index would load a megabyte more. */
function load() {
  const require = createRequire(import.meta.url);
  const read = (list: string) =>
    new Set<string>(require(`@zxcvbn-ts/language-de/dist/${list}.json.js`));
  const without = (list: string, left: ReadonlySet<string>) =>
    new Set([...read(list)].filter((word) => !left.has(word)));
  const firstNames = new Set([...read("firstnames"), ...namesAmongWords]);
  firstNames.delete("roman");
  return {
    words: without("commonWords", firstNames),
    firstNames,
    lastNames: without("lastnames", ratherNouns),
  };
}

const formed = /\p{L}{3}(?:heit|keit|schaft|tum|[^y]ung|tion|ität|ismus|erei)(?:en|e|s)?$/u;
const partLetters = 4;

/**
 * Whether a capitalized German word is a noun rather than a name: a known noun, a word with the ending of a noun, or a
 * compound of two known words ("Schreinerlehre"). A noun that is also a surname ("Koch") counts as a noun only after an
 * article.
 * @param before the text before the word
 * @param after the text after it
 */
export function isGermanNoun(word: string, before = "", after = ""): boolean {
  known ??= load();
  const { words, firstNames, lastNames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small) || introducesName.test(before)) return false;
  const isNoun = words.has(small);
  if (lastNames.has(small)) {
    const isSignature = introducesSignature.test(before) && endsLine.test(after);
    return isNoun && introducesNoun.test(before) && !isSignature && !speaks.test(after);
  }
  return isNoun || formed.test(small) || isCompound(small, known);
}

/**
 * Whether a word has two known parts, of which the last is not a name: Karlheinz, Gottlieb and Achterberg are no
 * compounds.
 */
function isCompound(small: string, { words, lastNames }: ReturnType<typeof load>) {
  return Array.from(small, (_, at) => at).some((at) => {
    const first = small.slice(0, at);
    const last = small.slice(at);
    const forms = [first, `${first}e`, first.replace(/(?:e[nrs]?|[ns])$/u, "")];
    return (
      at >= partLetters - 1 &&
      last.length >= partLetters &&
      words.has(last) &&
      !lastNames.has(last) &&
      forms.some(
        (form) => form.length >= partLetters - 1 && (words.has(form) || lastNames.has(form)),
      )
    );
  });
}

/**
 * Whether a word at the start of a German sentence names somebody: a first name; an unknown word before a verb ("Anke
 * findet das gut"); or a surname before a verb, which has to be a verb of saying if the surname is also a noun.
 */
export function isGermanNameAtStart(word: string, after: string): boolean {
  known ??= load();
  const { words, firstNames, lastNames } = known;
  const small = word.normalize("NFC").toLowerCase();
  if (firstNames.has(small)) return true;
  if (lastNames.has(small)) return (words.has(small) ? speaks : acts).test(after);
  return !isGermanNoun(word) && acts.test(after);
}

const introducesName =
  /(?:^|[\s(„"«])(?:[Hh]errn?|[Ff]rau|[Ff]amilie|[Oo]nkel|[Tt]ante|[Oo]ma|[Oo]pa|[Dd]r\.|[Pp]rof\.|Doktor(?:in)?|Professor(?:in)?)\s$/u;

const introducesNoun =
  /(?:^|[\s(„"«])(?:(?:[Dd](?:er|ie|as|e[mns])|(?:[MmDdSsKk]?[Ee]in|[Ii]hr|[Uu]nser|[Ee]ue?r|[Dd]ies|[Jj]ed|[Vv]iel|[Ww]enig|[Mm]anch|[Ww]elch|[Aa]ll)(?:e[mnrs]?)?)\s(?:\p{Ll}+e[mnrs]?\s)?|(?:[IiAa]m|[IiAa]ns|[Mm]ehr|[Ww]eniger|[Gg]enug)\s)$/u;

/** Matches what comes before a name in a signature such as "Deine Svea" at the end of a line. */
const introducesSignature = /(?:^|\s)(?:[Dd]eine?|[Ee]uer|[Ee]ure)\s$/u;
const endsLine = /^[\s.!,]*(?:\n|$)/u;

const speaks =
  /^\s+(?:hat\s+(?:mir|dir|uns|gesagt|gemeint|erzählt)|sag(?:t|te)|mein(?:t|te)|findet|fand|denkt|dachte|glaub(?:t|te)|erzähl(?:t|te)|frag(?:t|te)|rät|riet|warn(?:t|te)|weiß)(?!\p{L})/u;
const acts =
  /^\s+(?:ist|(?!nicht|jetzt|mit|gut|erst|oft|seit|sonst|selbst|fast|dort|echt)\p{Ll}*[^s\P{Ll}]t|wird|kann|will|soll|darf|mag|weiß|war|fand|würde|wäre|hätte|könnte|sollte|\p{Ll}+te|und\s+(?:ich|wir))(?!\p{L})/u;
