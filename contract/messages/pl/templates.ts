import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["Ogólnie, na ile to do mnie pasuje?", "Nie pasuje", "Ani tak, ani nie", "Bardzo pasuje"],
  lifeDecision: [
    "Kiedy widać, że coś naprawdę daje mi energię?",
    "Czego, Twoim zdaniem, naprawdę szukam w tej decyzji?",
    "Które z moich mocnych stron najbardziej mi tu pomogą?",
    "Co Cię martwi, kiedy wyobrażasz sobie, że to robię?",
    "Czego mogę unikać albo nie dostrzegać?",
    "Co na moim miejscu zrobisz jako następny krok?",
  ],
  careerMove: [
    "W czym widzisz mnie w pracy w najlepszej formie?",
    "Na ile ta szansa do mnie pasuje?",
    "Co mogę zyskać na tej zmianie?",
    "Z czego trzeba będzie zrezygnować albo za czym zatęsknię bardziej, niż się spodziewam?",
    "Który z moich nawyków może mi przeszkodzić?",
    "Czego warto się dowiedzieć, zanim zdecyduję?",
  ],
  creativeIdea: [
    "Jakie jest Twoje pierwsze odczucie co do tego pomysłu?",
    "Która jego część mogła wyjść tylko ode mnie?",
    "Co jest niejasne albo było już zbyt często?",
    "Kto, Twoim zdaniem, to pokocha i dlaczego?",
    "Od jakiej najmniejszej wersji warto zacząć?",
  ],
  creativeIdeaStance: [
    "Ogólnie, jak bardzo chcesz, żeby ten pomysł powstał?",
    "Wcale",
    "Ani tak, ani nie",
    "Bardzo",
  ],
  projectFeedback: [
    "Co na razie działa dobrze?",
    "W którym miejscu uwaga Ci uciekła albo coś było niejasne?",
    "Czego tu brakuje, a można się było spodziewać?",
    "Co warto wyciąć?",
    "Jeśli da się poprawić tylko jedną rzecz, to którą?",
  ],
  projectFeedbackStance: ["Ogólnie, na ile to do Ciebie trafia?", "Słabo", "Częściowo", "Bardzo"],
  personalFeedback: [
    "Z czym do mnie przychodzisz?",
    "Kiedy jestem przy innych w najlepszej formie?",
    "Co robię, że jest nam ze sobą trudniej?",
    "Co warto mi wiedzieć o tym, jak odbierają mnie inni?",
    "Na ile, Twoim zdaniem, znam siebie?",
    "Jak opiszesz mnie komuś, kto mnie nie zna?",
  ],
  selfAwareness: { low: "Słabo", high: "Dobrze" },
  sentences: "Od 1 do 3 zdań",
  personalFeedbackStance: [
    "Ogólnie, na ile jestem przy ludziach, którzy są wokół mnie?",
    "Słabo",
    "Różnie",
    "Bardzo",
  ],
  customStance: ["Ogólnie, co o tym myślisz?", "Przeciw", "Trudno powiedzieć", "Za"],
};
