import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: [
    "Ogólnie rzecz biorąc, na ile to do mnie pasuje?",
    "Nie pasuje",
    "Ani tak, ani nie",
    "Bardzo pasuje",
  ],
  lifeDecision: [
    "Kiedy najbardziej widać, że to, co robię, daje mi energię?",
    "Czego twoim zdaniem naprawdę szukam w tej decyzji?",
    "Które z moich mocnych stron najbardziej mi tu pomogą?",
    "Co cię martwi, kiedy wyobrażasz sobie, że to robię?",
    "Czego być może unikam albo nie dostrzegam?",
    "Jaki byłby twój następny krok na moim miejscu?",
  ],
  careerMove: [
    "Co robię w pracy, kiedy widzisz mnie w najlepszej formie?",
    "Na ile ta szansa do mnie pasuje?",
    "Co mogę zyskać na tej zmianie?",
    "Z czego trzeba będzie zrezygnować albo za czym zatęsknię bardziej, niż się spodziewam?",
    "Które z moich nawyków mogą mi przeszkodzić?",
    "Czego warto się dowiedzieć, zanim zdecyduję?",
  ],
  creativeIdea: [
    "Jakie uczucia wzbudził w tobie ten pomysł w pierwszej chwili?",
    "Która jego część mogła wyjść tylko ode mnie?",
    "Co jest niejasne albo już zbyt ograne?",
    "Kogo twoim zdaniem ten pomysł zachwyci i dlaczego?",
    "Jaka jest najmniejsza wersja, od której warto zacząć?",
  ],
  creativeIdeaStance: [
    "Ogólnie rzecz biorąc, jak bardzo chcesz, żeby ten pomysł doczekał się realizacji?",
    "Wcale",
    "Ani tak, ani nie",
    "Bardzo",
  ],
  projectFeedback: [
    "Co na razie działa dobrze?",
    "W którym miejscu uwaga ci uciekła albo coś było niejasne?",
    "Czego tu brakuje, choć można się było tego spodziewać?",
    "Co warto wyciąć?",
    "Gdyby można było poprawić tylko jedną rzecz, to którą?",
  ],
  projectFeedbackStance: [
    "Ogólnie rzecz biorąc, na ile to do ciebie trafia?",
    "Słabo",
    "Częściowo",
    "Bardzo",
  ],
  personalFeedback: [
    "Z czym do mnie przychodzisz?",
    "Kiedy w kontakcie z innymi jestem w najlepszej formie?",
    "Co robię takiego, że jest nam ze sobą trudniej?",
    "Czego mogę nie wiedzieć o tym, jak odbierają mnie inni?",
    "Jak dobrze twoim zdaniem znam siebie?",
    "Jak opiszesz mnie komuś, kto mnie nie zna?",
  ],
  selfAwareness: { low: "Słabo", high: "Dobrze" },
  sentences: "1–3 zdania",
  personalFeedbackStance: [
    "Ogólnie rzecz biorąc, na ile ludzie wokół mnie mogą na mnie liczyć?",
    "Niezbyt",
    "Różnie",
    "Bardzo",
  ],
  customStance: ["Ogólnie rzecz biorąc, co o tym myślisz?", "Przeciw", "Trudno powiedzieć", "Za"],
};
