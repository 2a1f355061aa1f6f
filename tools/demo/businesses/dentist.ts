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
      ? `> No, it would be the first time. We just moved here.
         Welcome to the neighborhood! Please bring your insurance card, and come ten minutes early for the forms.`
      : `> Yes, for years.
         Then we have your records, and you need to bring nothing but your insurance card.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Hi, I'd like to make an appointment for a check-up.", "Hello, I think my cleaning is due.", "Good morning, I got your postcard. It's time for my check-up."])}
        Gladly. I note your wish, and the front desk confirms it by phone. Which day suits you?
        > ${random.pick([`Maybe ${day.word} next week?`, `A ${day.word} would be best.`, `${day.word}, if you have something.`])}
        ${day.word}. Would you rather come in the morning or in the afternoon?
        > ${time === "Morning" ? "In the morning, before work." : "In the afternoon, after three."}
        Noted. Have you been with us before?
        ${visit}
        May I have your name?
        > ${caller.name}.
        And the number at which we reach you?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. A check-up on ${day.word} ${time.toLowerCase()}. We call you today to confirm the time.
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
        I am sorry to hear that. Is your face swollen, or do you have a fever?
        > No, no fever. It just hurts when I bite, on the ${where}.
        Then it can wait for our pain hour, which is each working day from eight to nine. Should it swell, or should you get a fever, please call the emergency service at once.
        > Okay. Can I come tomorrow? I mean, ${day.word}?
        I will note ${day.word} morning for you, in the pain hour. It may take a little waiting. Have you been with us before?
        > ${random.pick(["Yes, last year.", "Yes, I'm a patient of Doctor Park."])}
        What is your name, please?
        > ${caller.name}. Can I take ibuprofen until then?
        About medicine I must not advise you, but your pharmacy can. And your phone number?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. ${day.word}, from eight on, toothache on the ${where}. We expect you. Get well soon.
        > Thank you so much.`),
      summary: `${caller.name} has a toothache on the ${where} ${since}, without fever or swelling, and comes to the pain hour on ${day.word}.`,
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
        Of course. Until the day before that costs nothing. Under which name is it?
        > ${caller.name}.
        Thank you. Which day would suit you instead?
        > ${to.word} would work. Any time.
        ${to.word}, at any time. And your number, so that we can confirm?
        > It's ${caller.spokenPhone}.
        Good. I hand on that ${caller.name} moves from ${from.word} to ${to.word}. We call you with the time.
        > ${random.pick(["Thanks a lot.", "You're a lifesaver.", "Perfect, bye."])}
        ${random.pick(["With pleasure. Goodbye!", "Take care."])}`),
      summary: `${caller.name} moves the appointment of ${from.word} to ${to.word}, because ${why.replace(/^I /, "they ").replace(/^my /, "their ")}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Moves the appointment of ${from.word}`,
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
      ? `We do. Check-ups and cleaning are covered twice a year; for everything else you get an estimate before we begin.
         > That's good to hear. Thank you!
         You are welcome. Goodbye.`
      : `I do not know that plan. May I have the office look it up and call you?
         > Yes, ${caller.name}, ${caller.spokenPhone}.
         Thank you, ${caller.first}. You hear from us today.
         > Thanks. Bye.`;
    return {
      lines: parseLines(`${HELLO}
        > Do you take ${insurer}?
        ${end}`),
      summary: isKnown
        ? `The caller asked whether ${insurer} is accepted, and was told that it is.`
        : `${caller.name} asked whether ${insurer} is accepted, which the office has to look up.`,
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
        > Hi, my ${random.pick(["son", "daughter"])} ${child} is ${age}, and it would be the first time at a dentist. Do you see children?
        We do, and we like it. Wednesday afternoon is our children's afternoon, with more time and a treasure box.
        > Oh, that sounds lovely. ${child} is a bit afraid, though.
        That is all right. On the first visit we only look, count the teeth and ride the chair up and down. You stay with ${child} all the time.
        > Perfect. Then Wednesday, please.
        I note ${day.word} afternoon. What is your own name?
        > ${caller.name}.
        And a phone number?
        > ${caller.spokenPhone}.
        Thank you. ${child}, ${age} years old, first visit, on Wednesday afternoon. We call you with the time. Shall we send you a picture book about us by mail?
        > No need, we'll be fine.
        Then see you on Wednesday. Say hello to ${child}!
        > I will, thanks. Bye bye.`),
      summary: `${caller.name} would like a first visit for ${child}, who is ${age} and a little afraid, on Wednesday afternoon.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `First visit of ${child}, ${age} years old`,
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
        > What does whitening cost with you?
        Whitening in the practice takes an hour and a half and costs three hundred and ninety dollars. Trays for home are two hundred and twenty.
        > And how long does it last?
        Usually one to three years. Coffee, tea and smoking make it less.
        > ${question}
        That is something the doctor has to answer. Shall she call you?
        > Yes, please. I'm ${caller.name}.
        And your number, ${caller.first}?
        > ${caller.spokenPhone}. Mornings are best.
        Noted: a call in the morning about whitening. Thank you for your interest.
        > Thank you, bye.`),
      summary: `${caller.name} asked about whitening and was told prices and how long it lasts. A call back by the doctor, best in the morning.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: "Whitening, wants to be called back",
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
        That should be closed soon, but it is no emergency. Please chew on the other side until then.
        > How fast can you —
        Excuse me, go ahead.
        > How fast can you see me?
        I can note ${day.word} for you, and the front desk calls you with a time. Is the morning better, or the afternoon?
        > Afternoon. I'm at school until two.
        Your name, please?
        > ${caller.name}, and my number is ${caller.spokenPhone}.
        Thank you, ${caller.first}. A lost filling, ${day.word} afternoon. Please bring the piece along if you still have it.
        > I swallowed it, I'm afraid.
        That happens, and does no harm. Until ${day.word}!
        > Ha, okay. Thanks.`),
      summary: `${caller.name} lost a filling ${how}, has no pain, and would like to come on ${day.word} afternoon.`,
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
        > ${random.pick(["How do I get to you without a car?", "Where exactly are you?", "I'm standing on Pier Street. Where is your entrance?"])}
        We are at 8 Pier Street, on the second floor, above the pharmacy. The tram stop Harbor is in front of the house.
        > Is there an elevator? I'm on crutches.
        Yes, the elevator is to the left of the pharmacy's door.
        > ${random.pick(["Great, thanks!", "Found it. Thank you."])}
        See you in a moment.`),
      summary: "The caller asked for the way, and whether there is an elevator.",
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
        > I got a bill over ${amount} dollars, and I thought my insurance pays that.
        I cannot see bills, but our office can. May I note your question?
        > I've called about it twice already!
        I am sorry that you have to call again. I mark it as urgent. Your name, please?
        > ${caller.name}, ${caller.spokenPhone}. Who will call me, and when?
        Ms. Alvarez from the office does, and I asked for today. I cannot promise an hour.
        > Hm. All right then.
        Thank you for your patience, ${caller.first}.`),
      summary: `${caller.name} does not understand a bill over ${amount} dollars and calls for the third time. The office is to call back today.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        reason: `Bill over ${amount} dollars, third call`,
      },
      unanswered: ["Why does my insurance not pay the bill?"],
      mood: "negative",
      isSuccessful: false,
    };
  },
};

export const DENTIST: Business = {
  id: "dentist",
  assistant: {
    name: "Harbor Dental",
    systemPrompt: `You are the front desk of Harbor Dental, the practice of Dr. Park and Dr. Lindgren, and answer the visitors of its website.

You do not see the calendar: note wishes for appointments, and say that we confirm them by phone. Ask what it is about, which day suits, whether morning or afternoon, and whether it is the first visit; then for the name and the phone number. Repeat all of it.

Give no medical advice. With swelling, fever or an accident, tell people to call the emergency service at once.

Speak in short, calm sentences and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "There is a wish for an appointment that we can confirm: reason, day, time of day, name and phone number.",
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
    successWords: "The caller's wish is noted with a phone number, or the question was answered.",
  },
  knowledge: {
    name: "practice.txt",
    text: `Harbor Dental, Dr. Park and Dr. Lindgren, 8 Pier Street, second floor, with an elevator.

Hours: Monday to Friday from 8 to 17 o'clock. The pain hour is each working day from 8 to 9, without an appointment.
Wednesday afternoon is for children.

Insurance: Cascade Health, Pacific Dental Plan and Evergreen Mutual. Check-ups and cleaning are covered twice a year.

Whitening in the practice takes 90 minutes and costs 390 dollars. Trays for home cost 220 dollars.

Appointments can be moved or cancelled without a fee until the day before.
In an emergency outside our hours call the emergency service.
`,
  },
  callsByWeekday: [0.3, 10, 8, 7, 7, 5, 0.5],
  hours: [0, 0, 0, 0, 0, 0, 1, 5, 12, 10, 9, 7, 3, 5, 8, 8, 6, 2, 2, 1, 1, 0, 0, 0],
  sideQuestions: [
    `> By the way, do you also work on Saturdays?
     We do not, I am sorry. From Monday to Friday we begin at eight.`,
    `> And where can I park?
     There is a garage in Pier Street, two houses down. The first hour is free for our patients.`,
    `> Will it be Doctor Park?
     I will note that you wish for Doctor Park. If she is not there, it is Doctor Lindgren.`,
    `> How long will it take, roughly?
     Plan three quarters of an hour. Usually it is less.`,
    `> Can you send me a reminder?
     Yes, you get a text message the day before, at this number.`,
    `> My address has changed, do you need that?
     Please tell the front desk when you come, so that your insurance has the right one.`,
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
