import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["No geral, quanto isso combina comigo?", "Não combina", "Mais ou menos", "Combina muito"],
  lifeDecision: [
    "Quando você me viu vibrar mais com o que faço?",
    "O que você acha que eu busco de verdade com esta decisão?",
    "Quais dos meus pontos fortes mais me ajudariam aqui?",
    "O que preocupa você quando me imagina fazendo isso?",
    "O que eu posso estar evitando ou deixando de ver?",
    "No meu lugar, o que você faria agora?",
  ],
  careerMove: [
    "Em que você me vê dando o meu melhor no trabalho?",
    "Quanto esta oportunidade combina comigo?",
    "O que eu ganharia com esta mudança?",
    "Do que eu abriria mão, ou do que sentiria mais falta do que imagino?",
    "Qual dos meus hábitos poderia atrapalhar?",
    "O que devo descobrir antes de decidir?",
  ],
  creativeIdea: [
    "Qual foi a primeira coisa que você sentiu com esta ideia?",
    "Que parte só poderia vir de mim?",
    "O que não está claro, ou já foi feito vezes demais?",
    "Quem você acha que adoraria, e por quê?",
    "Com que versão mínima devo começar?",
  ],
  creativeIdeaStance: [
    "No geral, quanta vontade você tem de ver esta ideia sair do papel?",
    "Pouca",
    "Nem muita nem pouca",
    "Muita",
  ],
  projectFeedback: [
    "O que funciona bem até aqui?",
    "Onde você perdeu o interesse ou se confundiu?",
    "O que você esperava encontrar e não está lá?",
    "O que você cortaria?",
    "Se eu pudesse melhorar só uma coisa, qual deveria ser?",
  ],
  projectFeedbackStance: [
    "No geral, como isso funciona para você?",
    "Mal",
    "Em parte",
    "Muito bem",
  ],
  personalFeedback: [
    "Para que você costuma me procurar?",
    "Quando dou o melhor de mim com outras pessoas?",
    "O que eu faço que complica as coisas entre nós?",
    "O que você gostaria que eu soubesse sobre a impressão que passo?",
    "Quanto você acha que eu me conheço?",
    "Como você me descreveria para alguém que nunca me viu?",
  ],
  selfAwareness: { low: "Pouco", high: "Muito" },
  sentences: "De 1 a 3 frases",
  personalFeedbackStance: [
    "No geral, quanto estou presente para as pessoas à minha volta?",
    "Pouco",
    "Depende",
    "Muito",
  ],
  customStance: ["No geral, o que você acha disso?", "Contra", "Em dúvida", "A favor"],
};
