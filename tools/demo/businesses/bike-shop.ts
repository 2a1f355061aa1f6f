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
      "it sat in the shed all winter",
      "the chain is completely rusty",
    ]);
    const day = comingDay(at, OPEN_DAYS, random.between(2, 5));
    const isFull = random.chance(0.5);
    return {
      lines: parseLines(`${HELLO}
        > Hey. My ${bike} needs some love: ${fault}.
        We can help with that. The basic tune-up is forty-five dollars and covers brakes, gears and tires. The full one is ninety-five: we also take off the drivetrain and clean it.
        > ${isFull ? "Then I'll take the full one." : "The basic one should do."}
        Good choice. What day can you bring it in?
        > ${day.word}, in the morning.
        ${day.word} morning. It usually takes two days, and we'll text you when it's done. What's your name?
        > ${caller.name}.
        And your number, for the text?
        > ${caller.spokenPhone}.
        ${random.chance(0.4) ? `Can we replace worn parts for up to fifty dollars without asking?\n> Yes, but please call if it's more.` : `If it needs parts, we'll call you before we order any.\n> Sounds fair.`}
        Thanks, ${caller.first}. That's a ${isFull ? "full" : "basic"} tune-up for your ${bike} on ${day.word}: ${fault}. See you then!
        > See you.`),
      summary: `${caller.name} is bringing in a ${bike} for a ${isFull ? "full" : "basic"} tune-up on ${day.word}: ${fault}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: `${isFull ? "Full" : "Basic"} tune-up: ${fault}`,
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
        Yes, it takes about twenty minutes, and you can wait for it. It's eighteen dollars, including a new tube.
        > ${random.pick(["Even on an e-bike?", "Even with a hub gear?", "Do I need an appointment?"])}
        Just come in, with any bike. If there's a motor in the ${where} wheel, it's ten dollars more.
        > ${leaves ? "I could come by at five. Can you put me down for that?" : "Okay, I'm on my way."}
        ${leaves ? "Sure. What's your name and number?" : "We're here until seven. See you soon!"}
        ${leaves ? `> ${caller.name}, ${caller.spokenPhone}.\nThank you, ${caller.first}. That's a flat ${where} tire, today at five.` : "> Great."}
        ${leaves ? "> Awesome." : ""}`),
      summary: leaves
        ? `${caller.name} is coming in at five today with a flat ${where} tire.`
        : `The caller has a flat ${where} tire, asked for the price, and is coming by.`,
      ...(leaves
        ? {
            found: {
              name: caller.name,
              phone_number: caller.phone,
              request: `Flat ${where} tire, today at five`,
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
      ["How heavy is it?", "A bit over fifty pounds with the battery, and forty-four without."],
      [
        "How far does the battery go?",
        "Up to sixty miles in eco mode, or about thirty-five in the hills.",
      ],
      [
        "Do you have it in medium?",
        "We have a medium and a large for test rides, so you can try both.",
      ],
    ] as const);
    return {
      lines: parseLines(`${HELLO}
        > I saw the ${bike} on your website. Can I test ride it?
        Sure. Test rides are free and take up to an hour. Please bring an ID.
        > ${question[0]}
        ${question[1]}
        > Good. What about ${day.word} afternoon?
        ${day.word} afternoon works. Should I put you down for two o'clock?
        > Three would be better.
        Three it is. What's your name?
        > ${caller.name}.
        And a phone number?
        > ${caller.spokenPhone}. If I like it, could I trade in my old bike?
        Yes, but we need to look at it first. Bring it along if you can.
        > I'll do that.
        Then we'll see you on ${day.word} at three, ${caller.first}, for a test ride of the ${bike}. And bring your old bike.
        > Looking forward to it!`),
      summary: `${caller.name} is coming on ${day.word} at three for a test ride of the ${bike}, and is bringing an old bike to trade in.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: "Test ride at three, with a trade-in",
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
        > Is my bike ready? I dropped it off on ${random.pick(["Monday", "Tuesday", "Saturday"])}.
        I can't see the workshop's list, but I can have somebody call you. What's your name?
        > ${caller.name}. It's the ${random.pick(["green", "black", "red", "white"])} one with the basket.
        And what's the best number to reach you?
        > ${caller.spokenPhone}. You said I'd get a text when —
        Yes?
        > When it's done, but I didn't get one. And I need it tomorrow.
        I'll note that you need it tomorrow. The workshop will call you within the hour.
        > Okay, thanks.`),
      summary: `${caller.name} asked whether the bike is ready, and needs it tomorrow. The workshop should call back within the hour.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: "Is the bike ready? Needed tomorrow",
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
    const age = random.pick([4, 5, 6, 7]);
    const wheels = age < 5 ? "fourteen" : age < 7 ? "sixteen" : "twenty";
    const day = comingDay(at, [6], 1);
    return {
      lines: parseLines(`${HELLO}
        > What size bike does a ${age}-year-old need?
        Usually ${wheels}-inch wheels, but it depends on the inseam. Both feet should reach the ground.
        > And do you have used ones? They grow so fast.
        We do. We buy kids' bikes back at half price when they're outgrown, so we always have some.
        > That's clever! Can we come in on Saturday and try a few?
        Of course. Saturday mornings are quieter. Should I set some aside?
        > Yes, ${wheels} inches, please. My name is ${caller.name}.
        And your number, in case we don't have the right size?
        > ${caller.spokenPhone}.
        Thank you, ${caller.first}. That's used ${wheels}-inch kids' bikes, on Saturday morning.
        > Thanks a lot!`),
      summary: `${caller.name} is looking for a used ${wheels}-inch bike for a ${age}-year-old, and is coming in on Saturday.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: "Try used kids' bikes",
        bike: `Kids' bike, ${wheels} inches`,
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
        We do. A city bike is twenty-five dollars a day, and an e-bike is forty-five. Helmets and locks are included.
        > ${count} city bikes for ${day.word}, then. ${random.pick(["Do you have child seats?", "Can we keep them overnight?", "Is there a route you'd recommend?"])}
        ${random.pick(["Yes, no problem.", "Yes, and we'll explain everything when you get here."])} How tall are the riders, roughly?
        > Between five foot four and six foot one.
        Got it. We need a card and an ID for the deposit. What time would you like to come?
        > At ten.
        What name should I put them under?
        > ${caller.name}, ${caller.spokenPhone}.
        That's ${count} city bikes on ${day.word} at ten, for ${caller.name}. It comes to ${count * 25} dollars for the day.
        > Sounds good. Bye!
        Enjoy the ride!`),
      summary: `${caller.name} is renting ${count} city bikes on ${day.word} at ten, for riders from 5'4" to 6'1".`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: `Rent ${count} bikes at ten, riders 5'4" to 6'1"`,
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
        Sorry, I can't see the shelves from here. Somebody in the shop can look and call you back. Would you like that?
        > Yeah, please. ${caller.name}, ${caller.spokenPhone}.
        Thanks, ${caller.first}. Do you just need the part, or should we install it too?
        > Just the part, I'll do it myself.
        Got it. You'll hear from us today.
        > Cheers.`),
      summary: `${caller.name} asked for ${part}, without installation. The shop should check and call back.`,
      found: { name: caller.name, phone_number: caller.phone, request: `Part: ${part}` },
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
        > My bike was stolen last night. I bought it from you. Do you have the serial number?
        Oh no, I'm sorry. The serial number is on your invoice, and we keep a copy. What's your name?
        > ${caller.name}. It's a ${bike}.
        Thank you. And a number where we can call you?
        > ${caller.spokenPhone}. I need it for the police, today if possible.
        I'll mark it as urgent. The shop will find the invoice and call you today with the serial number.
        > Thank you. And will insurance pay if it was only locked to itself?
        I don't know. Your insurance company can tell you.
        > All right. Thanks for the help.
        I hope you get it back, ${caller.first}.`),
      summary: `${caller.name}'s ${bike} was stolen. The police need the serial number today.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        request: "Serial number for the police, today",
        bike,
      },
      unanswered: ["Will insurance pay if it was only locked to itself?"],
      mood: "negative",
    };
  },
};

const hours: Subject = {
  weight: 2,
  conversation({ random }) {
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["How late are you open today?", "Are you open on Sunday?", "What are your hours?"])}
        We're open Monday to Saturday from ten to seven. From April to September we're also open on Sundays, from noon to four.
        > ${random.pick(["Do you also buy used bikes?", "Can I drop off a bike before you open?", "Do you have a pump outside?"])}
        ${random.pick(["Yes.", "Yes, sure."])} Anything else?
        > ${random.pick(["Nope, thanks.", "That's all. Bye!"])}`),
      summary: "The caller asked about the opening hours.",
      mood: "neutral",
    };
  },
};

export const BIKE_SHOP: Business = {
  id: "bike-shop",
  assistant: {
    name: "Spoke & Chain",
    systemPrompt: `You answer visitors of the website of Spoke & Chain, a bike shop with a workshop and rentals.

You book tune-ups, test rides and rentals, and answer questions about prices and times. You cannot see the workshop's list or the shelves. If somebody asks about these, take down the question and say that somebody will call back.

Ask what they need, which bike it is and what day works. Then ask for their name and phone number, and repeat everything.

Be relaxed and brief, and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "We know what the visitor needs, for which bike and which day, and have a name and a phone number.",
    voice: "liam",
    widgetColor: "#6366f1",
    widgetIcon: "headphones",
    widgetSize: "medium",
    findings: [
      { label: "Name", kind: "text", isRequired: true },
      { label: "Phone number", kind: "phone", isRequired: true },
      { label: "Request", kind: "text", isRequired: true },
      { label: "Bike", kind: "text", isRequired: false },
      { label: "Day", kind: "date", isRequired: false },
    ],
    successWords: "We know what to do next, or the question was answered.",
  },
  answers: [
    {
      question: "Do you buy used bikes?",
      answer: "No, but we sell them for you and keep a fifth of the price.",
    },
  ],
  notes: [],
  knowledge: {
    name: "workshop-and-rental.md",
    text: `# Spoke & Chain

Open Monday to Saturday from 10 a.m. to 7 p.m. From April to September also on Sunday, from noon to 4 p.m.
44 Canal Road. Before we open, you can leave your bike in the bike box.

## Workshop
Basic tune-up 45 dollars: brakes, gears, tires. Full tune-up 95 dollars: we also take off the drivetrain and clean it.
Flat tire 18 dollars with a new tube, while you wait; 28 dollars if there is a motor in the wheel.

## Rental
City bike 25 dollars a day, e-bike 45 dollars. Helmets and locks are included. Bring a card and an ID.

## Test rides
One hour, free. Bring an ID.

## Kids' bikes
We buy them back at half price when they are outgrown.
`,
  },
  callsByWeekday: [2, 3, 3, 3, 4, 6, 10],
  hours: [0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 9, 8, 7, 8, 9, 10, 9, 5, 2, 1, 1, 0, 0],
  months: [0.6, 0.7, 1, 1.3, 1.4, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7],
  sideQuestions: [
    `> Can I drop it off before you open?
     Yes, there's a bike box next to the door. Lock the bike in, and put the key through the mail slot with your name.`,
    `> Do you have a loaner, by the way?
     We have two loaner bikes, for ten dollars a day. I'll note that you'd like one.`,
    `> Do you install fenders too?
     We do. It takes half an hour, and we have them in most sizes.`,
    `> Where are you exactly? Still on Canal Road?
     Yes, number forty-four, next to the climbing gym.`,
    `> Is there still that group ride on Thursdays?
     Yes, it starts here at half past six. It's a slow ride, and nobody gets left behind.`,
    `> How do you lock a bike like that, anyway?
     Lock the frame and the rear wheel to something that's fixed to the ground. We can show you a good lock.`,
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
