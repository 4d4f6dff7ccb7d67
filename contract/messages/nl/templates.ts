import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["Al met al, hoe goed past dit bij mij?", "Past niet", "Neutraal", "Past heel goed"],
  lifeDecision: [
    "Wanneer zag je mij helemaal opleven?",
    "Waar ben ik met deze beslissing volgens jou echt naar op zoek?",
    "Welke van mijn sterke kanten zouden me hier het meest helpen?",
    "Waar maak je je zorgen over als je je voorstelt dat ik dit doe?",
    "Wat ga ik misschien uit de weg, of wat zie ik niet?",
    "Wat zou jij in mijn plaats nu doen?",
  ],
  careerMove: [
    "Wat doe ik als je me in mijn werk op mijn best ziet?",
    "Hoe goed past deze kans bij mij?",
    "Wat zou ik winnen met deze stap?",
    "Wat zou ik opgeven, of meer missen dan ik denk?",
    "Welke van mijn gewoontes zouden me in de weg kunnen zitten?",
    "Wat moet ik uitzoeken voordat ik beslis?",
  ],
  creativeIdea: [
    "Wat was je eerste gevoel bij dit idee?",
    "Welk deel ervan kan alleen van mij komen?",
    "Wat is onduidelijk, of al te vaak gedaan?",
    "Wie zou het geweldig vinden, denk je, en waarom?",
    "Wat is de kleinste versie die ik eerst moet maken?",
  ],
  creativeIdeaStance: [
    "Al met al, hoe graag zou je dit idee werkelijkheid zien worden?",
    "Niet graag",
    "Neutraal",
    "Heel graag",
  ],
  projectFeedback: [
    "Wat werkt er tot nu toe goed?",
    "Waar raakte je de draad of je interesse kwijt?",
    "Wat ontbreekt er dat je wel had verwacht?",
    "Wat zou je schrappen?",
    "Als ik maar één ding kon verbeteren, wat zou dat moeten zijn?",
  ],
  projectFeedbackStance: [
    "Al met al, hoe goed werkt het voor jou?",
    "Slecht",
    "Deels",
    "Heel goed",
  ],
  personalFeedback: [
    "Waarvoor kom je naar mij toe?",
    "Wanneer ben ik op mijn best in het contact met anderen?",
    "Wat doe ik waardoor het tussen ons moeilijker wordt?",
    "Wat zou ik volgens jou moeten weten over hoe ik overkom?",
    "Hoe goed lijk ik mezelf te kennen?",
    "Hoe zou je mij beschrijven aan iemand die me nog nooit heeft ontmoet?",
  ],
  selfAwareness: { low: "Nauwelijks", high: "Heel goed" },
  sentences: "1 tot 3 zinnen",
  personalFeedbackStance: [
    "Al met al, hoe goed ben ik er voor de mensen om me heen?",
    "Niet goed",
    "Wisselend",
    "Heel goed",
  ],
  customStance: ["Al met al, hoe denk je hierover?", "Tegen", "Twijfel", "Voor"],
};
