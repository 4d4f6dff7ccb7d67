import type { Language } from "../../languages.ts";
import type { PageMessages } from "../all.ts";
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
  loading: "Bezig met laden…",
  loadingWithoutScript: "Open je privélink opnieuw: die werkt ook zonder JavaScript.",
  loadFailed: "Laden is niet gelukt. Controleer je link.",
  choiceFailed: "Dat is niet verstuurd. Probeer het opnieuw.",
  submitFailed: "Versturen is niet gelukt. Probeer het opnieuw.",
  submitted: "Je reactie is verstuurd!",

  aboutLabel: "Over deze ronde",
  from: (owner) => `Van ${owner ?? "iemand die jouw mening waardeert"}`,
  exploring: "Waar het over gaat",
  asking: "Wat er van jou wordt gevraagd",
  readAll: "Alles lezen",
  showLess: "Minder tonen",
  takes: (minutes) => `Dit duurt ongeveer ${minutes.replace("-", "–")} minuten`,
  whoReads: "Wie je antwoorden leest",
  readersNamed: (owner) =>
    `Alleen ${owner ?? "degene die jou heeft uitgenodigd"}, met je voornaam erbij.`,
  readersNamedAndModel: (owner, model) =>
    `Alleen ${owner ?? "degene die jou heeft uitgenodigd"} en, voor analyses, het AI-model ${model}, met je voornaam erbij.`,
  readersSealed: (owner, until) =>
    `Alleen ${owner ?? "degene die jou heeft uitgenodigd"}, zonder namen, verzegeld tot ${until ?? "deze ronde sluit"}.`,
  readersSealedAndModel: (owner, model, until) =>
    `Alleen ${owner ?? "degene die jou heeft uitgenodigd"} en, voor analyses, het AI-model ${model}, zonder namen, verzegeld tot ${until ?? "deze ronde sluit"}.`,
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
    `${owner ?? "Degene die jou heeft uitgenodigd,"} zou zelf ook kunnen antwoorden en kent de eigen antwoorden. Als er verder maar één persoon antwoordt, ben jij dat.`,
  giveAwayServer: "Wie deze server beheert, zou een antwoord aan jou kunnen koppelen.",

  question: (number, count) => `Vraag ${number} van ${count}`,
  answerPlaceholder: "Schrijf wat je denkt…",
  hint: (words) =>
    `“${words}” kan verraden wie je bent. Je kunt het laten staan of anders verwoorden.`,
  decline: "Ik antwoord liever niet",
  goToFirst: "Naar de eerste vraag",
  back: "Terug",
  next: "Volgende",
  submit: "Versturen",
  submitting: "Wordt verstuurd…",
  safeToSubmitAgain: "Je antwoorden staan er nog. Je kunt ze gerust opnieuw versturen.",
  encouragement: "Laat een bemoedigend berichtje achter",
  encouragementHint: (owner) =>
    `Niet verplicht. Een paar regels voor ${owner ?? "degene die jou heeft uitgenodigd"} om te bewaren, wat er ook van komt.`,
  leaveOut: "Gebruik mijn antwoorden niet voor analyses",
  leaveOutHint: (owner) =>
    `${owner ?? "Degene die jou heeft uitgenodigd,"} kan je antwoorden nog steeds lezen.`,
} satisfies PageMessages;
