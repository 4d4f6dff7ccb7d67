/**
 * Words that people use for one and the same thing when they advise someone, by what it is called: lemmas, or phrases of
 * several words as written; a final `*` matches any ending.
 */
export const topics: Readonly<Record<string, string>> = {
  "Money and income":
    "money, saving, savings, income, salary, wage, rent, mortgage, loan, debt, budget, financ*, afford, cash, pension, cushion, bill, paycheck, pay, paid, pay cut, runway, invest*, bank, broke, pay the bills, profit, expensive, cost",
  "Price and value":
    "price, pricing, discount, overpriced, underpriced, charge more, charge less, worth paying, fee",
  "Family and children":
    "family, child, children, kid, kids, daughter, son, baby, parent, mother, father, mum, mom, dad, brother, sister, sibling, in-law*, grandchild*, school run, bedtime, boys, girls, toddler, teenager, grandma, grandpa, grandmother, grandfather, granny, twins, nephew, niece, cousin, aunt, uncle, stepson, stepdaughter",
  "Partner and marriage":
    "partner, husband, wife, marriage, spouse, relationship, couple, boyfriend, girlfriend",
  "Friends and community":
    "friend, friendship, community, neighbour, neighbor, neighbourhood, circle of people, support network, social life, belong*",
  Loneliness: "lonely, loneliness, alone, isolat*, isolation, on your own, nobody to talk",
  "Health and rest":
    "health, sleep, burnout, burn out, burned out, burnt out, exhaust*, tired, rest, stress, stressed, body, back pain, knee*, overwork*, recover, doctor, hospital, ill, illness, sick, sickness, asthma, medicine, medication, surgery, disease, diagnosis, headache, tiredness, asleep, nap, weary, worn out",
  "Time and hours":
    "hours, weekend, evening, early morning*, time for, enough time, schedule, calendar, free time, too little time, workload, overcommit*, late night*",
  Timing:
    "timing, wait, too soon, too early, rush*, hurry, slow down, impatien*, right moment, right time, a year from now, next year, not yet",
  Listening:
    "listen*, hear people, heard, attention, attentive, ask good questions, asks questions, good question*",
  "Calm under pressure":
    "calm, steady, composed, unflappable, keep your head, cool head, pressure, panic, crisis",
  "Warmth and care":
    "warm*, kind, kindness, caring, care for, generous, generosity, welcom*, hospitality, gentle, empath*, compassion*",
  "Teaching and explaining":
    "teach*, explain*, mentor*, coach*, patient with, tutor*, student, pupil, apprentice, classroom",
  "Leading people":
    "lead, leader*, leading, manage, manager, managing, team, delegate*, direct report*",
  Courage: "courage, brave, bravery, bold, leap, dare, fearless, risk taker",
  "Fear of failing":
    "failure, fail, failing, self-doubt, confidence, impostor, imposter, not good enough",
  Perfectionism:
    "perfection*, perfect, polish*, overthink*, overthinking, tinker*, detail, details",
  "Saying no":
    "say no, saying no, boundaries, boundary, people pleas*, please everyone, overcommit*, too much on",
  "Honesty and directness":
    "honest, honesty, direct, directness, blunt, bluntness, truth, straight, feedback, candid, sugarcoat*",
  Interrupting:
    "interrupt*, talk over, talks over, cut people off, cuts people off, finish my sentence*, finish people's sentence*",
  Conflict:
    "conflict, argument, argue, shout*, explode, avoid hard conversation*, hard conversation*, difficult conversation*, confront*, defensive, fight, temper",
  Humour: "humour, humor, funny, laugh*, joke*, wit, comedy, comic",
  Reliability:
    "reliab*, dependab*, keep your word, keeps your word, always there, show up, shows up, follow through, on time, deadline",
  "Being late": "late, lateness, punctual*, last minute, reply, replies, unanswered, forget*",
  "Learning and growth":
    "learn*, grow, growth, stretch, develop, course, study, degree, training, skill, skills",
  Freedom: "freedom, free, independence, independent, own boss, autonomy, your own terms",
  Security:
    "security, secure, stability, stable, safe, safety, safety net, insurance, benefits, steady job",
  Meaning:
    "meaning*, purpose, matters, what matters, values, being needed, needed, feel useful, reason to get up, fulfil*, passion, calling, alive, spark",
  Escape: "escape, escaping, running away, run away, running from, avoid*, flee, hiding",
  "Home and place":
    "house, home, apartment, flat, garden, city, town, village, countryside, move to, moving to, landlord",
  "Commute and travel":
    "commut*, travel*, train, flight, drive, distance, on the road, airport, far away, too far, minutes away, hours away, miles, bus, car, driving, parking, airline",
  "The clarity of it":
    "clear, unclear, clarity, confus*, understand, jargon, follow, got lost, lost me, explain what, hard to follow",
  "Design and look":
    "design, layout, colour*, color*, font, look, visual*, icon*, photo*, picture*, beautiful, typography",
  "Speed and performance": "fast, slow, speed, load*, lag*, crash*, bug, bugs, buggy, performance",
  "Length and pace":
    "length, too long, shorter, pace, pacing, drag*, trim, cut, middle, chapters, slow start, repetit*",
  "The opening":
    "opening line, opening scene, opening page, opening chapter, opening paragraph, beginning, first page, first chapter, first scene, intro, introduction, first minute*, start of, hook",
  "The ending": "ending, end of the, last chapter, last page, final scene, conclusion, closes",
  "Voice and originality":
    "own voice, your voice, voice, original*, fresh, unique, only you, own style, cliche*, derivative, generic, done before, copy",
  Characters: "character*, protagonist, heroine, hero, narrator, villain, dialogue",
  "Sound and music":
    "sound, melody, song, songs, chorus, lyric*, guitar, singing, mix, rhythm, music, tune",
  Audience:
    "audience, reader, readers, customer*, buyer*, listener*, users, market, demand, who is it for, who it is for, target",
  Competition:
    "competit*, competitor*, crowded, rivals, already exist*, dozens of, saturated, everyone is doing",
  "Marketing and selling":
    "market*, marketing, sell, selling, sales, advertis*, promote, promotion, social media, instagram, website, newsletter",
  "Experience and preparation":
    "experience, experienced, prepar*, qualified, qualification, practice, practise, homework, research, plan, planning, business plan, track record",
  "A trial first":
    "try, trial, test, pilot, prototype, weekend market, small version, start small, part-time, part time, two weeks, experiment, shadow",
  "Paperwork and rules":
    "paperwork, permit, visa, contract, lease, licence, license, tax*, legal, lawyer, regulation*, bureaucra*",
  "Cooking and food":
    "cook*, bread, bake, baking, bakes, food, meal, recipe*, soup, pastry, pastries, cake*, flavour*, flavor*, taste*, delicious, dinner, lunch, breakfast, eat*, restaurant, kitchen, snack*, hungry",
  "Craft and hands":
    "craft*, with your hands, your hands, build things, make things, wood, woodwork*, workshop, carpentr*, sew*",
  Writing: "write, writing, writer, essay*, prose, words on, sentences, blog",
  Organisation:
    "organis*, organiz*, planner, spreadsheet*, list, lists, structure, tidy, plan ahead, order out of chaos, logistic*",
  "Energy and drive":
    "energy, energetic, drive, driven, motivat*, enthusias*, restless, ambition, ambitious, determin*, stubborn, persist*",
  "Curiosity and ideas":
    "curious, curiosity, idea, ideas, creativ*, imagin*, inventive, inventive*",
  Colleagues:
    "colleague*, coworker*, co-worker*, office, teammates, workmates, coworkers, the ward, nurses",
  "Help and delegation":
    "help, ask for help, hire, employee*, staff, assistant, helper, extra pair of hands, delegate, business partner, co-founder, cofounder",
  Language:
    "language, speak, portuguese, spanish, french, german, italian, japanese, accent, fluent",
  "Ageing parents":
    "your mother, your father, your parents, your mum, your mom, your dad, ageing, aging, elderly, care home",
  Control:
    "control*, micromanag*, let go, letting go, take over, takes over, do everything yourself, trust others",
  "Quality of sources":
    "source, sources, evidence, data, numbers, proof, examples, reference*, statistics",
  "Navigation and setup":
    "navigation, menu, setup, set up, onboarding, sign-up, sign up, button*, instructions, install*, settings, account",
  "Feedback and praise":
    "praise, compliment*, thank, thanks, thank you, recogni*, appreciat*, credit",
  Animals:
    "dog, cat, horse, animal*, puppy, vet, goat*, sheep, cow, hen, hens, chicken*, pet, pets, bird*",
  "Sports and body": "run, running, marathon, race, swim*, bike, climb*, injur*",
  "Weather and seasons": "weather, winter, summer, rain, rains, snow, snows, storm*, climate",
  "Repairs and upkeep":
    "repair*, roof, damp, heating, renovat*, upkeep, maintenance, engine, brakes, leak*, plumb*, broken",
  Fear: "fear, afraid, scared, frighten*, terrified",
  "Hurt and anger": "hurt, hurting, angry, anger, regret*, resent*, forgive, forgiven, apolog*",
  Deciding: "decide, decides, decision, decisive, indecisive, make up your mind",
  "Finishing things": "finish, finished, unfinished, never done, half-done, abandon*",
  "Calm and patience": "patience, patient, impatient, gentle, gentleness, tolerant",
  Fairness:
    "fair, unfair, fairness, justice, even-handed, favourite, favourites, favorites, favouritism",
  "Speaking up":
    "speak up, speaks up, speak out, raise your voice, stand up for, stands up for, outspoken",
  "Quiet and noise": "quiet, silence, silent, shy, noise, noisy, loud, loudness, volume",
  "The household": "household, chores, cleaning, dishes, laundry, washing up, housework, vacuum*",
  "Bosses and management": "boss, bosses, management, supervisor, director, superiors, higher-ups",
  "Letting go and goodbyes":
    "goodbye*, farewell, parting, let go, letting go, leave-taking, say goodbye",
  "Advice and fixing": "advice, advise, advising, unasked, lecture, lecturing, know better, fixing",
  "Trust and loyalty":
    "trust, trusted, trustworthy, loyal, loyalty, faithful, rely on you, protect, protective, defend",
  "Joy and play": "joy, joyful, fun, playful, party, celebrate*, delight*",
  Stories: "story, stories, storyteller, storytelling, anecdote*, tale, tales",
  "Politics and opinions": "politic*, government, opinions, religion, election*",
  "Drinking and habits":
    "drink, drinking, drinks, alcohol, bottle, bottles, smoking, cigarette*, gambling",
  "Accounts and passwords":
    "password*, login, log in, logged out, logs me out, sign in, pin, account",
  "Screens and devices": "app, apps, phone, laptop, computer, software, notification*, screen*",
  "Tools and equipment": "tool, tools, equipment, machine*, gear, kit",
  "Waste and mess":
    "rubbish, bin, bins, trash, litter, waste, mess, messy, clutter*, chaos, chaotic",
  School: "school*, lessons, curriculum, exam, exams, homeschool*",
  "Space and room":
    "space, room, rooms, storage, cramped, crowded, spacious, bedroom, attic, basement, garage",
  "Nature and outdoors":
    "forest, mountain*, sea, lake, river, nature, outdoors, hiking, trail*, beach, ocean, walks",
  "Choice and variety": "options, choice, choices, variety, selection, alternatives",
  "Growing older": "retire*, retirement, old age, getting older",
  Responsibility: "responsib*, accountable, in charge, duty, duties, commitment*, promise*",
  "Text and reading":
    "tiny type, small print, font, letters, headline*, paragraph*, sentence*, spelling, grammar, typo*, title, titles",
  "Facts and figures": "statistics, charts, figures, graph*, table of, tables of, percent",
  Neighbours: "neighbour*, neighbor*, street, village life, local people",
  "Identity and image": "image, reputation, status, prestige, ego, identity, vanity, pride",
  "Guests and clients": "client, clients, guest, guests, visitor*, customers",
  "Grief and loss": "grief, griev*, death, died, mourning, funeral, loss",
};
