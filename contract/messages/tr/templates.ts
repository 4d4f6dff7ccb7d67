import type { TemplateTexts } from "../en/templates.ts";

export const templates: TemplateTexts = {
  fit: ["Genel olarak bu bana ne kadar uygun?", "Hiç uygun değil", "Kararsızım", "Çok uygun"],
  lifeDecision: [
    "Beni en çok ne yaparken hayat dolu gördün?",
    "Sence bu kararla aslında neyi arıyorum?",
    "Hangi güçlü yanlarım burada bana en çok yardımcı olur?",
    "Bunu yaptığımı düşününce seni ne endişelendiriyor?",
    "Neden kaçıyor ya da neyi görmüyor olabilirim?",
    "Benim yerimde olsan şimdi ne yapardın?",
  ],
  careerMove: [
    "Beni işte en iyi hâlimle ne yaparken görüyorsun?",
    "Bu fırsat bana ne kadar uygun?",
    "Bu adımdan ne kazanırım?",
    "Neden vazgeçmiş olurum ya da neyi sandığımdan çok özlerim?",
    "Hangi alışkanlığım bana engel olabilir?",
    "Karar vermeden önce neyi öğrenmeliyim?",
  ],
  creativeIdea: [
    "Bu fikri duyunca ilk ne hissettin?",
    "Hangi yanı yalnızca benden çıkabilir?",
    "Hangi yanı anlaşılmıyor ya da zaten çok yapılmış?",
    "Sence bunu kim çok sever ve neden?",
    "Bu fikrin önce yapmam gereken en küçük hâli ne?",
  ],
  creativeIdeaStance: [
    "Genel olarak bu fikrin gerçekleşmesini ne kadar istersin?",
    "Hiç istemem",
    "Fark etmez",
    "Çok isterim",
  ],
  projectFeedback: [
    "Şu ana kadar ne iyi olmuş?",
    "Nerede ilgin dağıldı ya da kafan karıştı?",
    "Bulmayı bekleyip de bulamadığın ne var?",
    "Neyi çıkarırdın?",
    "Tek bir şeyi iyileştirebilsem bu ne olmalı?",
  ],
  projectFeedbackStance: ["Genel olarak sana ne kadar hitap ediyor?", "Az", "Kısmen", "Çok"],
  personalFeedback: [
    "Bana en çok ne için gelirsin?",
    "Başkalarıyla birlikteyken en iyi hâlim ne zaman ortaya çıkar?",
    "Hangi davranışım aramızdaki ilişkiyi zorlaştırıyor?",
    "Dışarıdan nasıl göründüğüm konusunda neyi bilmemi isterdin?",
    "Sence kendimi ne kadar tanıyorum?",
    "Beni hiç tanımayan birine nasıl anlatırdın?",
  ],
  selfAwareness: { low: "Az", high: "Çok iyi" },
  sentences: "1–3 cümle",
  personalFeedbackStance: [
    "Genel olarak çevremdeki insanların ne kadar yanındayım?",
    "Az",
    "Değişiyor",
    "Çok",
  ],
  customStance: [
    "Genel olarak bu konuda ne düşünüyorsun?",
    "Karşıyım",
    "Kararsızım",
    "Destekliyorum",
  ],
};
