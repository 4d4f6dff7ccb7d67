import type { Language } from "../../languages.ts";
import type { PageMessages } from "../en/page.ts";
import { formatShortDay } from "../format-in.ts";

export const page = {
  language: "nl" as Language,
  skip: "Naar de inhoud",
  home: "Paraline, startpagina",
  progress: "Voortgang",
  percent: (value) => `${value}%`,
  characters: (count, limit) =>
    `${count.toLocaleString("nl")} van ${limit.toLocaleString("nl")} tekens`,
  day: (day) => formatShortDay("nl", day),

  privateTo: (owner) => (owner === null ? "Privé" : `Privé voor ${owner}`),
  loading: "Laden…",
  loadingWithoutScript: "Open je persoonlijke link opnieuw: die werkt ook zonder JavaScript.",
  loadFailed: "Laden is niet gelukt. Controleer je link.",
  choiceFailed: "Dat is niet verstuurd. Probeer het opnieuw.",
  submitFailed: "Versturen is niet gelukt. Probeer het opnieuw.",
  submitted: "Je reactie is verstuurd!",

  aboutLabel: "Over deze ronde",
  from: (owner) => `Van ${owner ?? "iemand die waarde hecht aan jouw mening"}`,
  exploring: "Waar het over gaat",
  asking: "Wat er van jou wordt gevraagd",
  readAll: "Alles lezen",
  showLess: "Minder tonen",
  takes: (minutes) => `Dit duurt ongeveer ${minutes.replace("-", " tot ")} minuten`,
  whoReads: "Wie je antwoorden leest",
  readersNamed: (owner) =>
    `Alleen ${owner ?? "degene die je heeft uitgenodigd"}, met je voornaam erbij.`,
  readersNamedAndModel: (owner, model) =>
    `Alleen ${owner ?? "degene die je heeft uitgenodigd"} en, voor analyses, het AI-model ${model}, met je voornaam erbij.`,
  readersSealed: (owner, until) =>
    `Alleen ${owner ?? "degene die je heeft uitgenodigd"}, zonder namen, ${sealed(until)}.`,
  readersSealedAndModel: (owner, model, until) =>
    `Alleen ${owner ?? "degene die je heeft uitgenodigd"} en, voor analyses, het AI-model ${model}, zonder namen, ${sealed(until)}.`,
  fewerThanThree:
    "Als minder dan 3 mensen antwoorden, wordt er niets getoond en wordt alles verwijderd.",
  peopleAsked: (count) =>
    count === null
      ? "Via een open link kunnen ook anderen antwoorden."
      : count === 1
        ? "Alleen jij bent gevraagd."
        : `Er zijn ${count.toLocaleString("nl")} mensen gevraagd.`,
  insightsHere:
    "Je antwoorden kunnen worden gebruikt voor analyses die alleen op deze server worden gemaakt. Aan het eind kun je aangeven dat je dat niet wilt.",
  insightsByModel: (model) =>
    `Je antwoorden kunnen worden gebruikt voor analyses die het AI-model ${model} maakt. Aan het eind kun je aangeven dat je dat niet wilt.`,
  giveAway: "Wat je toch zou kunnen verraden",
  giveAwayWording: "Je woordkeuze.",
  giveAwayOwner: (owner) =>
    `${owner ?? "Degene die je heeft uitgenodigd,"} zou zelf ook kunnen antwoorden en weet welke antwoorden dat zijn. Als er verder maar één persoon antwoordt, ben jij dat.`,
  giveAwayServer: "Wie deze server beheert, zou een antwoord aan jou kunnen koppelen.",

  question: (number, count) => `Vraag ${number} van ${count}`,
  answerPlaceholder: "Schrijf wat je denkt…",
  hint: (words) =>
    `‘${words}’ kan verraden wie je bent. Je kunt het laten staan of anders verwoorden.`,
  decline: "Ik antwoord liever niet",
  goToFirst: "Naar de eerste vraag",
  back: "Terug",
  next: "Volgende",
  submit: "Versturen",
  submitting: "Wordt verstuurd…",
  safeToSubmitAgain: "Je antwoorden staan er nog. Je kunt ze gerust opnieuw versturen.",
  encouragement: "Laat een bemoedigend berichtje achter",
  encouragementHint: (owner) =>
    `Niet verplicht. Een of twee regels voor ${owner ?? "degene die je heeft uitgenodigd"} om te bewaren, wat er ook van komt.`,
  leaveOut: "Gebruik mijn antwoorden niet voor analyses",
  leaveOutHint: (owner) =>
    `${owner ?? "Degene die je heeft uitgenodigd,"} kan je antwoorden nog steeds lezen.`,
} satisfies PageMessages;

/** The last day is included, which "tot" alone would leave out. */
function sealed(until: string | null): string {
  return until === null ? "verzegeld tot deze ronde sluit" : `verzegeld tot en met ${until}`;
}
