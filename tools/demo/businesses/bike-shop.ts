import { comingDay, parseLines } from "../conversation.ts";
import type { Business, Subject } from "../conversation.ts";

const OPEN_DAYS = [1, 2, 3, 4, 5, 6];
const HELLO = "Spoke and Chain, hi! What can I do for you?";

const tuneUp: Subject = {
  weight: 6,
  conversation({ random, caller, at }) {
    const bike = random.pick(["city bike", "gravel bike", "road bike", "mountain bike"]);
    const fault = random.pick([
      "the gears skip under load",
      "the rear brake squeals",
      "it stood in the shed all winter",
      "the chain is completely rusty",
    ]);
    const day = comingDay(at, OPEN_DAYS, random.between(2, 5));
    const isBig = random.chance(0.5);
    return {
      lines: parseLines(`${HELLO}
        > Hey. My ${bike} needs some love: ${fault}.
        We can help with that. The small tune-up is forty-five dollars, for brakes, gears and tires. The big one is ninety-five, and we take the whole drivetrain off and clean it.
        > ${isBig ? "Then rather the big one." : "The small one should do."}
        Good choice. On which day could you bring it?
        > ${day.word}, in the morning.
        ${day.word} morning. It is usually done two days later, and we send a text message. What is your name?
        > ${caller.name}.
        And your number, for the message?
        > ${caller.spokenPhone}.
        ${random.chance(0.4) ? `May we replace worn parts up to fifty dollars without asking?\n> Yes, but please call if it's more.` : `If it needs parts, we call you before we order any.\n> That's fair.`}
        Thank you, ${caller.first}. A ${isBig ? "big" : "small"} tune-up of a ${bike} on ${day.word}: ${fault}. See you then!
        > See you.`),
      summary: `${caller.name} brings a ${bike} for a ${isBig ? "big" : "small"} tune-up on ${day.word}: ${fault}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: `${isBig ? "Big" : "Small"} tune-up: ${fault}`,
        bike,
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const flatTire: Subject = {
  weight: 4,
  conversation({ random, caller }) {
    const where = random.pick(["rear", "front"]);
    const leaves = random.chance(0.5);
    return {
      lines: parseLines(`${HELLO}
        > I have a flat ${where} tire. Can you fix that right away?
        A flat takes us about twenty minutes, and you can wait for it. It is eighteen dollars with a new tube.
        > ${random.pick(["Even on an e-bike?", "Also with a hub gear?", "And without an appointment?"])}
        Yes. With a motor in the ${where} wheel it is ten dollars more. You need no appointment.
        > ${leaves ? "I'd come by at five. Can you put me down so that it's fast?" : "Okay, I'm on my way."}
        ${leaves ? "Sure. What is your name and number?" : "We are here until seven. See you soon!"}
        ${leaves ? `> ${caller.name}, ${caller.spokenPhone}.\nThank you, ${caller.first}. A flat ${where} tire, today at five.` : "> Great."}
        ${leaves ? "> Awesome." : ""}`),
      summary: leaves
        ? `${caller.name} comes today at five with a flat ${where} tire.`
        : `The caller has a flat ${where} tire, was told the price, and comes by.`,
      ...(leaves
        ? {
            found: {
              name: caller.name,
              phone_number: caller.phone,
              wish: `Flat ${where} tire, today at five`,
            },
          }
        : {}),
      mood: "positive",
    };
  },
};

const testRide: Subject = {
  weight: 3,
  conversation({ random, caller, at }) {
    const bike = random.pick([
      "Norden cargo bike",
      "Alba e-bike",
      "Trace gravel bike",
      "Piccolo folding bike",
    ]);
    const day = comingDay(at, [5, 6], 1);
    const question = random.pick([
      [
        "How heavy is it?",
        "With the battery it is a bit over fifty pounds, without it forty-four.",
      ],
      [
        "How far does the battery go?",
        "Up to sixty miles in eco mode; in the hills rather thirty-five.",
      ],
      [
        "Do you have it in medium?",
        "The size we would see when you sit on it. We have a medium and a large for test rides.",
      ],
    ] as const);
    return {
      lines: parseLines(`${HELLO}
        > I saw the ${bike} on your website. Can I test ride it?
        You can, for an hour, and it is free. Please bring an ID.
        > ${question[0]}
        ${question[1]}
        > Good. What about ${day.word} afternoon?
        ${day.word} afternoon is possible. Shall I put you down for two o'clock?
        > Three would be better.
        Three, then. Your name, please?
        > ${caller.name}.
        And a phone number?
        > ${caller.spokenPhone}. If I like it, could I take my old bike in trade?
        We take trades, and look at the bike first. Bring it along if you can.
        > I'll do that.
        Then see you on ${day.word} at three, ${caller.first}: a test ride of the ${bike}, and your old bike for a trade.
        > Looking forward to it!`),
      summary: `${caller.name} comes on ${day.word} at three for a test ride of the ${bike}, and brings an old bike for a trade.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: "Test ride at three; trade of an old bike",
        bike,
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const isItReady: Subject = {
  weight: 3,
  conversation({ random, caller }) {
    return {
      lines: parseLines(`${HELLO}
        > Is my bike ready? I brought it on ${random.pick(["Monday", "Tuesday", "Saturday"])}.
        I cannot see the workshop's list, but I can have somebody call you. What is your name?
        > ${caller.name}. It's the ${random.pick(["green", "black", "red", "white"])} one with the basket.
        And at which number do we reach you?
        > ${caller.spokenPhone}. You said I'd get a message when —
        Yes?
        > When it's done, but I didn't get one. And I need it tomorrow.
        I note that you need it tomorrow. The workshop calls you within the hour.
        > Okay, thanks.`),
      summary: `${caller.name} asked whether the bike is ready, and needs it tomorrow. The workshop is to call back within the hour.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: "Is the bike ready? Needs it tomorrow",
      },
      unanswered: ["Is my bike ready?"],
      mood: "neutral",
      isSuccessful: true,
    };
  },
};

const childsBike: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const age = random.pick([4, 5, 6, 8]);
    const wheels = age < 5 ? "fourteen" : age < 7 ? "sixteen" : "twenty";
    const day = comingDay(at, [6], 1);
    return {
      lines: parseLines(`${HELLO}
        > Which size of bike does a child of ${age} need?
        Usually wheels of ${wheels} inches, but the inside leg decides. The child should reach the ground with both feet.
        > And do you have used ones? They grow so fast.
        We do. We take children's bikes back for half of the price when they are outgrown, so there are always some.
        > That's clever! Can we come on Saturday and try a few?
        Gladly. Saturday mornings are quieter. Shall I put some aside?
        > Yes, ${wheels} inches, please. My name is ${caller.name}.
        And your number, in case nothing fits right now?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. Used children's bikes with ${wheels} inches, on Saturday morning.
        > Thanks a lot!`),
      summary: `${caller.name} looks for a used children's bike with ${wheels} inches for a child of ${age}, and comes on Saturday.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: "Try used children's bikes",
        bike: `Children's bike, ${wheels} inches`,
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const rental: Subject = {
  weight: 3,
  conversation({ random, caller, at }) {
    const count = random.pick([2, 3, 4]);
    const day = comingDay(at, [6, 0], 2);
    return {
      lines: parseLines(`${HELLO}
        > Do you rent bikes? We have friends visiting and need ${count}.
        We do. A city bike is twenty-five dollars a day, an e-bike forty-five. Helmets and locks are included.
        > ${count} city bikes for ${day.word}, then. ${random.pick(["Do you have child seats?", "Can we keep them overnight?", "Is there a route you'd recommend?"])}
        ${random.pick(["Yes, that is no problem.", "Yes, and we explain everything when you come."])} How tall are the riders, roughly?
        > Between five foot four and six foot one.
        Noted. We need a card and an ID for the deposit. At what time would you like to come?
        > At ten.
        Under which name shall I reserve them?
        > ${caller.name}, ${caller.spokenPhone}.
        ${count} city bikes on ${day.word} at ten, for ${caller.name}. That is ${count * 25} dollars for the day.
        > Sounds good. Bye!
        Enjoy the ride!`),
      summary: `${caller.name} rents ${count} city bikes on ${day.word} at ten, for riders from 5'4" to 6'1".`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: `Rental of ${count}, at ten, riders 5'4" to 6'1"`,
        bike: "City bikes",
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const partsInStock: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    const part = random.pick([
      "an eleven-speed cassette, eleven to thirty-four",
      "brake pads for a four-piston caliper",
      "a tubeless valve, sixty millimeters",
      "a battery for an Alba from 2019",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > Do you have ${part} in stock?
        I do not see the shelves from here, sorry. Somebody in the shop can look, and call you. Would you like that?
        > Yeah, please. ${caller.name}, ${caller.spokenPhone}.
        Thank you, ${caller.first}. Is it only the part, or shall we mount it as well?
        > Only the part, I do it myself.
        Got it. You hear from us today.
        > Cheers.`),
      summary: `${caller.name} asked for ${part}, only the part. The shop is to look and call back.`,
      found: { name: caller.name, phone_number: caller.phone, wish: `Part: ${part}` },
      unanswered: [`Do you have ${part} in stock?`],
      mood: "neutral",
    };
  },
};

const stolen: Subject = {
  weight: 1,
  conversation({ random, caller }) {
    const bike = random.pick(["black Alba e-bike", "blue road bike", "silver Trace"]);
    return {
      lines: parseLines(`${HELLO}
        > My bike was stolen last night. I bought it from you. Do you have the frame number?
        Oh no, I am sorry. The frame number is on your invoice, and we keep a copy. What is your name?
        > ${caller.name}. It's a ${bike}.
        Thank you. And the number at which we can call you?
        > ${caller.spokenPhone}. I need it for the police, today if possible.
        I mark it as urgent. The shop looks for the invoice and calls you today with the frame number.
        > Thank you. And will the insurance pay if it was only locked to itself?
        That I do not know. Your insurer can tell you.
        > All right. Thanks for the help.
        I hope that you get it back, ${caller.first}.`),
      summary: `${caller.name}'s ${bike} was stolen. The frame number is needed today, for the police.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        wish: "Frame number for the police, today",
        bike,
      },
      unanswered: ["Will the insurance pay if it was only locked to itself?"],
      mood: "negative",
    };
  },
};

const hours: Subject = {
  weight: 2,
  conversation({ random }) {
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Until when are you open today?", "Are you open on Sunday?", "What are your opening times?"])}
        Monday to Saturday from ten to seven. On Sundays we are open from April to September, from noon to four.
        > ${random.pick(["Do you also buy used bikes?", "Can I drop off a bike before you open?", "Do you have a pump outside?"])}
        ${random.pick(["Yes, we do.", "Yes, that is possible."])} Anything else?
        > ${random.pick(["Nope, thanks.", "That was all. Bye!"])}`),
      summary: "The caller asked for the opening hours and was told them.",
      mood: "neutral",
    };
  },
};

export const BIKE_SHOP: Business = {
  id: "bike-shop",
  assistant: {
    name: "Spoke & Chain",
    systemPrompt: `You answer the visitors of the website of Spoke & Chain, a bike shop with a workshop and rentals.

You put people down for tune-ups, test rides and rentals, and answer what they ask about prices and times. You do not see the workshop's list nor the shelves: for these, note the question, and say that somebody calls back.

Ask what it is about, which bike it is and which day suits; then for the name and the phone number, and repeat all of it.

Be relaxed and brief, and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "The workshop or the shop knows what to do: what it is about, which bike, which day, a name and a phone number.",
    voice: "liam",
    widgetColor: "#6366f1",
    widgetIcon: "headphones",
    widgetSize: "medium",
    findings: [
      { label: "Name", kind: "text", isRequired: true },
      { label: "Phone number", kind: "phone", isRequired: true },
      { label: "Wish", kind: "text", isRequired: true },
      { label: "Bike", kind: "text", isRequired: false },
      { label: "Day", kind: "date", isRequired: false },
    ],
    successWords: "The shop knows what to do next, or the question was answered.",
  },
  knowledge: {
    name: "workshop-and-rental.md",
    text: `# Spoke & Chain

Open Monday to Saturday from 10 to 19 o'clock. From April to September also on Sundays, from 12 to 16.
44 Canal Road. You can drop bikes off in the bike box before we open.

## Workshop
Small tune-up 45 dollars: brakes, gears, tires. Big tune-up 95 dollars: the whole drivetrain is taken off and cleaned.
Flat tire 18 dollars with a new tube, while you wait; with a motor in the wheel 28 dollars.

## Rental
City bike 25 dollars a day, e-bike 45 dollars. Helmets and locks are included. Bring a card and an ID.

## Test rides
One hour, free. Bring an ID.

## Children's bikes
We take them back for half of the price when they are outgrown.
`,
  },
  callsByWeekday: [2, 3, 3, 3, 4, 6, 10],
  hours: [0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 9, 8, 7, 8, 9, 10, 9, 5, 2, 1, 1, 0, 0],
  months: [0.6, 0.7, 1, 1.3, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7],
  sideQuestions: [
    `> Can I drop it off before you open?
     Yes, there is a bike box beside the door. Lock it in, and put the key in the mail slot with your name.`,
    `> Do you have a loaner, by the way?
     We have two city bikes to lend, for ten dollars a day. I will note that you would like one.`,
    `> Do you also mount fenders?
     We do. It takes half an hour, and we have them in most sizes.`,
    `> Where are you exactly? Still on Canal Road?
     Still there, number forty-four, beside the climbing gym.`,
    `> Is there still that group ride on Thursdays?
     Yes, at half past six, from the shop. It is slow, and everybody comes back.`,
    `> How do you lock a bike like that, anyway?
     Frame and rear wheel, to something that is in the ground. We show you which lock fits.`,
  ],
  subjects: [
    tuneUp,
    flatTire,
    testRide,
    isItReady,
    childsBike,
    rental,
    partsInStock,
    stolen,
    hours,
  ],
};
