import { comingDay, parseLines } from "../conversation.ts";
import type { Business, Subject } from "../conversation.ts";

const WORK_DAYS = [1, 2, 3, 4, 5];
const HELLO = "Harbor Dental, hello. How can I help you?";

const checkUp: Subject = {
  weight: 6,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [random.between(1, 5)], 5);
    const time = random.pick(["Morning", "Afternoon"]);
    const isNew = random.chance(0.35);
    const visit = isNew
      ? `> No, this would be my first time. We just moved here.
         Welcome to the neighborhood! Please bring your insurance card, and come ten minutes early to fill in the forms.`
      : `> Yes, for years.
         Then we have your records, and you only need your insurance card.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Hi, I'd like to make an appointment for a check-up.", "Hello, I think I'm due for a cleaning.", "Good morning, I got your postcard. It's time for my check-up."])}
        Sure. I'll take down your request, and the front desk will confirm it by phone. What day works for you?
        > ${random.pick([`Maybe ${day.word} next week?`, `${day.word} would be best.`, `${day.word}, if you have something.`])}
        ${day.word}. Would you prefer the morning or the afternoon?
        > ${time === "Morning" ? "In the morning, before work." : "In the afternoon, after three."}
        Got it. Have you been here before?
        ${visit}
        Can I have your name?
        > ${caller.name}.
        And a number where we can reach you?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. That's a check-up on ${day.word} ${time.toLowerCase()}. We'll call you today to confirm the time.
        > Great, thank you.
        Have a nice day.`),
      summary: `${caller.name} would like a check-up on ${day.word} ${time.toLowerCase()}${isNew ? ", as a new patient" : ""}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: "Check-up and cleaning",
        day: day.date,
        time_of_day: time,
        first_visit: isNew,
      },
      mood: "positive",
    };
  },
};

const toothache: Subject = {
  weight: 4,
  conversation({ random, caller, at }) {
    const where = random.pick(["upper left", "lower right", "lower left", "upper right"]);
    const since = random.pick(["since last night", "for three days", "since the weekend"]);
    const day = comingDay(at, WORK_DAYS, 1);
    return {
      lines: parseLines(`${HELLO}
        > I have a terrible toothache ${since}. ${random.pick(["I hardly slept.", "It's throbbing.", "I can't chew."])}
        I'm sorry to hear that. Is your face swollen, or do you have a fever?
        > No, no fever. It just hurts when I bite, on the ${where}.
        Then it can wait for our walk-in hour, every weekday from eight to nine. If it swells or you get a fever, please call emergency services right away.
        > Okay. Can I come tomorrow? I mean, ${day.word}?
        I'll put you down for the walk-in hour on ${day.word}. You may have to wait a little. Have you been here before?
        > ${random.pick(["Yes, last year.", "Yes, I'm a patient of Doctor Park."])}
        What's your name?
        > ${caller.name}. Can I take ibuprofen until then?
        I can't give advice on medication, but your pharmacist can. And your phone number?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. That's ${day.word} from eight, for a toothache on the ${where}. We'll see you then. Get well soon.
        > Thank you so much.`),
      summary: `${caller.name} has a toothache on the ${where} ${since}, without fever or swelling, and is coming to the walk-in hour on ${day.word}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Toothache, ${where}, ${since}`,
        day: day.date,
        time_of_day: "Morning",
        first_visit: false,
      },
      unanswered: random.chance(0.5) ? ["Can I take ibuprofen until then?"] : [],
      mood: "negative",
    };
  },
};

const moveAppointment: Subject = {
  weight: 4,
  conversation({ random, caller, at }) {
    const from = comingDay(at, WORK_DAYS, 1);
    const to = comingDay(at, WORK_DAYS, random.between(4, 8));
    const why = random.pick([
      "I have to travel for work",
      "my kid is sick",
      "I got the date wrong",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > I have an appointment on ${from.word}, and ${why}. Can I move it?
        Of course. It's free until the day before. What name is it under?
        > ${caller.name}.
        Thank you. What day would work instead?
        > ${to.word} would work. Any time.
        ${to.word}, any time. And your number, so we can confirm?
        > It's ${caller.spokenPhone}.
        Thank you. I'll pass on that ${caller.name} would like to move from ${from.word} to ${to.word}. We'll call you with a time.
        > ${random.pick(["Thanks a lot.", "You're a lifesaver.", "Perfect, bye."])}
        ${random.pick(["You're welcome. Goodbye!", "Take care."])}`),
      summary: `${caller.name} wants to move the appointment on ${from.word} to ${to.word}, because ${why.replace(/^I /, "they ").replace(/^my /, "their ")}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Move the appointment on ${from.word}`,
        day: to.date,
        first_visit: false,
      },
      mood: "neutral",
    };
  },
};

const insurance: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    const insurer = random.pick(["Cascade Health", "Pacific Dental Plan", "Union Care"]);
    const isKnown = insurer !== "Union Care";
    const end = isKnown
      ? `We do. Check-ups and cleanings are covered twice a year. For anything else, you'll get an estimate before we start.
         > That's good to hear. Thank you!
         You're welcome. Goodbye.`
      : `I don't know that plan. Can I have the office look it up and call you?
         > Yes, ${caller.name}, ${caller.spokenPhone}.
         Thank you, ${caller.first}. You'll hear from us today.
         > Thanks. Bye.`;
    return {
      lines: parseLines(`${HELLO}
        > Do you take ${insurer}?
        ${end}`),
      summary: isKnown
        ? `The caller asked whether we accept ${insurer}, and we do.`
        : `${caller.name} asked whether we accept ${insurer}. The office needs to look it up.`,
      ...(isKnown
        ? {}
        : {
            found: {
              name: caller.name,
              phone_number: caller.phone,
              reason: `Insurance: ${insurer}`,
            },
          }),
      unanswered: isKnown ? [] : [`Do you take ${insurer}?`],
      mood: "neutral",
    };
  },
};

const childsFirstVisit: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [3], 4);
    const child = random.pick(["Mila", "Theo", "Ivy", "Sam"]);
    const age = random.pick(["three", "four", "five"]);
    return {
      lines: parseLines(`${HELLO}
        > Hi, my ${random.pick(["son", "daughter"])} ${child} is ${age} and has never been to a dentist. Do you see children?
        We do, and we love to. Wednesday afternoons are for children, with more time and a treasure box.
        > Oh, that sounds lovely. ${child} is a bit scared, though.
        That's all right. On the first visit we only look, count teeth, and ride the chair up and down. You can stay with ${child} the whole time.
        > Perfect. Then Wednesday, please.
        I'll put down ${day.word} afternoon. And what's your name?
        > ${caller.name}.
        And a phone number?
        > ${caller.spokenPhone}.
        Thank you. That's a first visit for ${child}, who is ${age}, on Wednesday afternoon. We'll call you with a time. Would you like us to mail you a picture book about your visit?
        > No need, we'll be fine.
        Then we'll see you on Wednesday. Say hello to ${child}!
        > I will, thanks. Bye.`),
      summary: `${caller.name} would like a first visit for ${child}, who is ${age} and a little scared, on Wednesday afternoon.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `First visit for ${child}, ${age} years old`,
        day: day.date,
        time_of_day: "Afternoon",
        first_visit: true,
      },
      mood: "positive",
    };
  },
};

const whitening: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    const question = random.pick([
      "Does it hurt if my teeth are sensitive?",
      "Is there a discount for two? My sister wants it too.",
      "Is it safe while I'm pregnant?",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > How much do you charge for whitening?
        Whitening at our office takes an hour and a half and costs three hundred and ninety dollars. Trays for home are two hundred and twenty.
        > And how long does it last?
        Usually one to three years. Less if you smoke or drink a lot of coffee or tea.
        > ${question}
        That's a question for the doctor. Would you like her to call you?
        > Yes, please. I'm ${caller.name}.
        And your number, ${caller.first}?
        > ${caller.spokenPhone}. Mornings are best.
        Got it: a call about whitening, in the morning. Thank you for your interest.
        > Thank you, bye.`),
      summary: `${caller.name} asked what whitening costs and how long it lasts. The doctor should call back, preferably in the morning.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: "Whitening, would like a callback",
        time_of_day: "Morning",
      },
      unanswered: [question],
      mood: "neutral",
    };
  },
};

const lostFilling: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, WORK_DAYS, 1);
    const how = random.pick(["on a piece of toffee", "while flossing", "on a popcorn kernel"]);
    return {
      lines: parseLines(`${HELLO}
        > Hello, I lost a filling ${how}. It doesn't hurt, but there's a hole.
        It should be fixed soon, but it's not an emergency. Please chew on the other side until then.
        > How fast can you —
        Sorry, go ahead.
        > How fast can you see me?
        I can put you down for ${day.word}, and the front desk will call you with a time. Is morning or afternoon better?
        > Afternoon. I'm at school until two.
        Your name, please?
        > ${caller.name}, and my number is ${caller.spokenPhone}.
        Thank you, ${caller.first}. That's a lost filling, on ${day.word} afternoon. Please bring the piece if you still have it.
        > I swallowed it, I'm afraid.
        That happens, and it's harmless. See you on ${day.word}!
        > Ha, okay. Thanks.`),
      summary: `${caller.name} lost a filling ${how}, has no pain, and would like to come in on ${day.word} afternoon.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Lost filling, no pain`,
        day: day.date,
        time_of_day: "Afternoon",
        first_visit: false,
      },
      mood: "neutral",
    };
  },
};

const wayThere: Subject = {
  weight: 2,
  conversation({ random }) {
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["How do I get there without a car?", "Where exactly are you?", "I'm standing on Pier Street. Where is your entrance?"])}
        We're at 8 Pier Street, on the second floor, above the pharmacy. The Harbor tram stop is right outside.
        > Is there an elevator? I'm on crutches.
        Yes, the elevator is to the left of the pharmacy's door.
        > ${random.pick(["Great, thanks!", "Found it. Thank you."])}
        See you soon.`),
      summary: "The caller asked for directions, and whether there is an elevator.",
      mood: "positive",
    };
  },
};

const bill: Subject = {
  weight: 1,
  conversation({ random, caller }) {
    const amount = random.pick(["one hundred and eighty", "two hundred and forty", "ninety-five"]);
    return {
      lines: parseLines(`${HELLO}
        > I got a bill for ${amount} dollars, and I thought my insurance covered that.
        I can't see bills, but our office can. Can I take down your question?
        > I've called about it twice already!
        I'm sorry that you have to call again. I'll mark it as urgent. Your name, please?
        > ${caller.name}, ${caller.spokenPhone}. Who will call me, and when?
        Ms. Alvarez from our office will call you, and I've asked for today. I can't promise an exact time.
        > Hm. All right then.
        Thank you for your patience, ${caller.first}.`),
      summary: `${caller.name} called for the third time about a bill for ${amount} dollars. The office should call back today.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Bill for ${amount} dollars, third call`,
      },
      unanswered: ["Why doesn't my insurance cover this bill?"],
      mood: "negative",
      isSuccessful: false,
    };
  },
};

export const DENTIST: Business = {
  id: "dentist",
  assistant: {
    name: "Harbor Dental",
    systemPrompt: `You are the front desk of Harbor Dental, the practice of Dr. Park and Dr. Lindgren, and answer visitors of its website.

You cannot see the calendar. Take appointment requests, and say that we will confirm them by phone. Ask for the reason, which day works, whether they prefer morning or afternoon, and whether it is their first visit. Then ask for their name and phone number, and repeat everything.

Give no medical advice. If somebody has swelling, a fever or an injury, tell them to call emergency services right away.

Speak in short, calm sentences, and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "We have an appointment request that we can confirm: reason, day, time of day, name and phone number.",
    voice: "sarah",
    widgetColor: "#14b8a6",
    widgetIcon: "phone",
    widgetSize: "medium",
    findings: [
      { label: "Name", kind: "text", isRequired: true },
      { label: "Phone number", kind: "phone", isRequired: true },
      { label: "Reason", kind: "text", isRequired: true },
      { label: "Day", kind: "date", isRequired: false },
      {
        label: "Time of day",
        kind: "choice",
        choices: ["Morning", "Afternoon"],
        isRequired: false,
      },
      { label: "First visit", kind: "yesNo", isRequired: false },
    ],
    successWords:
      "We have an appointment request with a phone number, or the question was answered.",
  },
  answers: [
    {
      question: "Is the practice accessible with a wheelchair?",
      answer: "Yes. The lift is behind the pharmacy, and the doors open by themselves.",
    },
  ],
  notes: [],
  knowledge: {
    name: "practice.txt",
    text: `Harbor Dental, Dr. Park and Dr. Lindgren, 8 Pier Street, second floor, with an elevator.

Hours: Monday to Friday from 8 a.m. to 5 p.m. Walk-in hour for toothaches: every weekday from 8 to 9 a.m., without an appointment.
Wednesday afternoons are for children.

Insurance: Cascade Health, Pacific Dental Plan and Evergreen Mutual. Check-ups and cleanings are covered twice a year.

Whitening at our office takes 90 minutes and costs 390 dollars. Trays for home cost 220 dollars.

Appointments can be moved or cancelled free of charge until the day before.
In an emergency outside our hours, call emergency services.
`,
  },
  callsByWeekday: [0.3, 10, 8, 7, 7, 5, 0.5],
  hours: [0, 0, 0, 0, 0, 0, 1, 5, 12, 10, 9, 7, 3, 5, 8, 8, 6, 2, 2, 1, 1, 0, 0, 0],
  sideQuestions: [
    `> By the way, are you open on Saturdays?
     I'm sorry, we're not. We open at eight, Monday to Friday.`,
    `> And where can I park?
     There's a garage on Pier Street, two doors down. The first hour is free for our patients.`,
    `> Will it be Doctor Park?
     I'll note that you'd like to see Doctor Park. If she's out, it will be Doctor Lindgren.`,
    `> How long will it take, roughly?
     Plan on forty-five minutes. It's usually less.`,
    `> Can you send me a reminder?
     Yes, you'll get a text message at this number the day before.`,
    `> My address has changed. Do you need that?
     Please tell the front desk when you come in, so your insurance has the right one.`,
  ],
  subjects: [
    checkUp,
    toothache,
    moveAppointment,
    insurance,
    childsFirstVisit,
    whitening,
    lostFilling,
    wayThere,
    bill,
  ],
};
