import { comingDay, parseLines } from "../conversation.ts";
import type { Business, Subject } from "../conversation.ts";

const OPEN_DAYS = [2, 3, 4, 5, 6];
const HELLO = "Hello, this is Linden Bakery. What can I do for you?";

const CAKES = [
  { what: "strawberry cream cake", price: 38, size: "sixteen pieces" },
  { what: "dark chocolate cake", price: 42, size: "sixteen pieces" },
  { what: "lemon layer cake", price: 36, size: "twelve pieces" },
  { what: "carrot cake", price: 34, size: "twelve pieces" },
] as const;

const birthdayCake: Subject = {
  weight: 5,
  conversation({ random, caller, at }) {
    const cake = random.pick(CAKES);
    const child = random.pick(["Emma", "Leo", "Zoe", "Max", "Ruby", "Oscar"]);
    const day = comingDay(at, [5, 6], 2);
    const hour = random.pick(["nine", "ten", "eleven", "noon"]);
    const hasNuts = random.chance(0.5);
    const nuts = hasNuts
      ? `> One of the children can't eat nuts. Are there any in it?
         The ${cake.what} is made without nuts. We use them in the same kitchen, though, so traces are possible. Would that be all right?
         > I'll tell the parents, but yes.`
      : `> And you can put a name on it?
         Of course, up to twenty letters are included.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Hi! I need a birthday cake", "Hello, I'd like to order a cake for a birthday", "Good morning. My kid has a birthday, and I need a cake"])} for ${day.word}. Is that still possible?
        Yes, cakes need two days, so ${day.word} works. For how many people should it be?
        > About ${random.pick(["twelve", "fourteen", "ten", "fifteen"])}, half of them children.
        Then I would take the twenty-six centimeter one, which gives ${cake.size}. We have strawberry, chocolate, lemon and carrot. Which one would you like?
        > ${random.pick(["The", "Let's say the", "Definitely the"])} ${cake.what}, please.
        ${nuts}
        What should be written on it?
        > Happy birthday ${child}.
        Lovely. It is ${cake.price} dollars, and you pay when you collect it. When would you like to come on ${day.word}?
        > At ${hour}, if that works.
        That works. May I have your name and a phone number, in case we have a question?
        > ${caller.name}, and the number is ${caller.spokenPhone}.
        Thank you, ${caller.first}. A ${cake.what} with Happy birthday ${child}, on ${day.word} at ${hour}, under ${caller.name}. Is that right?
        > Perfect. Thank you very much!
        You are welcome. See you on ${day.word}!`),
      summary: `${caller.name} ordered a ${cake.what} with “Happy birthday ${child}” for ${day.word} at ${hour}, to be picked up.${hasNuts ? " A guest cannot eat nuts; the caller was told that traces are possible." : ""}`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `${cake.what}, “Happy birthday ${child}”, ${hour}`,
        day: day.date,
        pick_up_or_delivery: "Pick-up",
      },
      mood: "positive",
    };
  },
};

const breadOrder: Subject = {
  weight: 6,
  conversation({ random, caller, at }) {
    const day = comingDay(at, OPEN_DAYS, 1);
    const loaves = random.pick(["two", "three", "four"]);
    const bread = random.pick(["country loaves", "seeded ryes", "walnut breads", "baguettes"]);
    const rolls = random.pick(["six", "eight", "ten", "a dozen"]);
    const roll = random.pick(["poppy seed rolls", "plain rolls", "pretzel rolls", "croissants"]);
    const isCut = bread !== "baguettes" && random.chance(0.5);
    const cut = isCut
      ? `Shall we slice the ${bread}?
         > Yes please, not too thin.`
      : `Anything else for the breakfast table? Our plum jam is fresh this week.
         > No, just the bread, thanks.`;
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["Morning. Can I put bread aside for tomorrow?", "Hi, I'd like to reserve some bread.", "Hello, could you keep something for me?", "Hi there, a small order for pick-up please."])}
        Gladly. What would you like, and for which day?
        > ${loaves} ${bread} and ${rolls} ${roll}, for ${day.word}.
        ${loaves} ${bread} and ${rolls} ${roll} for ${day.word}. ${cut}
        We open at seven. At what time will you come by?
        > ${random.pick(["Around eight.", "Before work, so half past seven.", "Probably nine, nine thirty.", "Not before ten."])}
        Good. Under which name may I put it aside?
        > ${caller.name}.
        And a phone number, please?
        > ${caller.spokenPhone}.
        Thank you. That is ${loaves} ${bread} and ${rolls} ${roll} on ${day.word}, for ${caller.name}. We keep it until noon.
        > Great, bye.
        Goodbye, ${caller.first}.`),
      summary: `${caller.name} reserved ${loaves} ${bread} and ${rolls} ${roll} for ${day.word}.${isCut ? " To be sliced, not too thin." : ""}`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `${loaves} ${bread}${isCut ? ", sliced" : ""}, ${rolls} ${roll}`,
        day: day.date,
        pick_up_or_delivery: "Pick-up",
      },
      mood: random.pick(["positive", "neutral"]),
    };
  },
};

const officeBreakfast: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [2, 3, 4, 5], 2);
    const people = random.pick([12, 18, 20, 25, 30]);
    const street = random.pick([
      "14 Harbor Street",
      "220 Oak Avenue",
      "9 Mill Lane",
      "51 Station Road",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > Hi, this is ${caller.first} from an office around the corner. Do you deliver breakfast for a meeting?
        We do, within the town and from forty dollars on. How many people will there be?
        > ${people}. On ${day.word} morning, at half past eight.
        For ${people} people I would suggest two rolls each and a tray of small pastries. That comes to about ${people * 7} dollars. Would you like coffee with it?
        > No, we have coffee. Can some of it be vegan?
        Yes. The hummus rolls and the apple turnovers are vegan. Shall I make it a third of everything?
        > A third is good. And could you —
        Sorry, please go on.
        > Could you put the invoice in the box? Our accounting wants it on paper.
        Certainly, the invoice comes with the delivery. To which address shall we bring it?
        > ${street}, second floor.
        And your full name and a number for the driver?
        > ${caller.name}, ${caller.spokenPhone}.
        Thank you. Breakfast for ${people} on ${day.word} at half past eight, a third of it vegan, to ${street}, second floor, with the invoice. Did I get that right?
        > Yes, that's it. Thanks!
        Thank you, ${caller.first}. Have a good day.`),
      summary: `Breakfast for ${people} people, a third of it vegan, to be delivered to ${street} on ${day.word} at 8:30, with a paper invoice.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Breakfast for ${people}, a third vegan, to ${street}, 2nd floor, 8:30, paper invoice`,
        day: day.date,
        pick_up_or_delivery: "Delivery",
      },
      mood: "positive",
    };
  },
};

const openingHours: Subject = {
  weight: 3,
  conversation({ random }) {
    const more = random.pick([
      `> And is there parking?
       There are four spaces behind the shop, and the garage on Mill Lane is two minutes away.`,
      `> Can I sit down for a coffee?
       Yes, we have eight tables inside and, when the sun is out, six on the square.`,
      `> Do you take cards?
       We do, from any amount, and phones too.`,
    ]);
    return {
      lines: parseLines(`${HELLO}
        > ${random.pick(["When are you open on Saturday?", "Are you open on Sundays?", "What are your hours?", "How long are you open today?"])}
        We are open from Tuesday to Saturday, seven to six, on Saturdays until two. On Sundays and Mondays we rest.
        ${more}
        > ${random.pick(["Thanks, that's all.", "Great, thank you!", "Okay, bye."])}
        ${random.pick(["See you soon!", "With pleasure. Goodbye."])}`),
      summary: "The caller asked for the opening hours and was told them.",
      mood: "neutral",
    };
  },
};

const glutenFree: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    return {
      lines: parseLines(`${HELLO}
        > Do you have anything gluten free? My ${random.pick(["daughter", "husband", "mother"])} has celiac disease.
        We bake a buckwheat loaf and almond cookies without gluten, but in the same kitchen as everything else.
        > So it's not safe for celiacs?
        I would not promise that. Flour is in the air here, and traces cannot be ruled out.
        > Thanks for being honest. Do you know another bakery that is really gluten free?
        I am sorry, I do not know that. Shall I have a colleague call you about it?
        > Yes, please. ${caller.name}, ${caller.spokenPhone}.
        Thank you, ${caller.first}. Somebody will call you back today.
        > Thank you.`),
      summary: `${caller.name} asked for bread that is safe with celiac disease, was told that traces cannot be ruled out, and would like a call back.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: "Call back about gluten free bread",
      },
      unanswered: ["Do you know another bakery that is really gluten free?"],
      mood: "neutral",
    };
  },
};

const complaint: Subject = {
  weight: 1,
  conversation({ random, caller }) {
    const wrong = random.pick([
      "the cake had chocolate instead of lemon",
      "two of the rolls were missing",
      "the bread was burned underneath",
    ]);
    return {
      lines: parseLines(`${HELLO}
        > I picked up an order this morning, and ${wrong}.
        I am very sorry to hear that. May I —
        > It was for guests! I couldn't just drive back.
        I understand, that is annoying, and I apologize. May I note what happened, so that the owner calls you today?
        > Please do. I want my money back.
        About the money the owner decides herself; I will tell her that you ask for it. What is your name, and at which number does she reach you?
        > ${caller.name}. ${caller.spokenPhone}. Will I get a refund or not?
        I cannot promise that, but she will call you today, before six.
        > Fine. Goodbye.
        Goodbye, and once more, I am sorry.`),
      summary: `${caller.name} complained that ${wrong} and asks for the money back. The owner is to call back today.`,
      found: { name: caller.name, phone_number: caller.phone, order: `Complaint: ${wrong}` },
      unanswered: ["Will I get a refund?"],
      mood: "negative",
      isSuccessful: false,
    };
  },
};

const changedOrder: Subject = {
  weight: 2,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [4, 5, 6], 1);
    const change = random.pick([
      ["at two instead of ten", "pick-up at two instead of ten"],
      ["with one more loaf of rye", "one more loaf of rye"],
      ["a day later", "a day later than agreed"],
    ] as const);
    return {
      lines: parseLines(`${HELLO}
        > Hi, it's about my order for ${day.word}. Could I have it ${change[0]}?
        I will note that for my colleagues. Under which name is the order?
        > ${caller.name}.
        And your phone number, so that we can find it?
        > ${caller.spokenPhone}.
        Thank you. So for ${caller.name} on ${day.word}: ${change[1]}. If that should not be possible, we call you.
        > Super, thanks.
        You are welcome, ${caller.first}.`),
      summary: `${caller.name} would like to change the order for ${day.word}: ${change[1]}.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Change: ${change[1]}`,
        day: day.date,
      },
      mood: "positive",
    };
  },
};

const offTheList: Subject = {
  weight: 2,
  conversation({ random, caller }) {
    const [question, shown] = random.pick([
      ["Do you ship your panettone to another state?", "shipping panettone"],
      ["Can I rent the café for a baby shower?", "renting the café"],
      ["Do you give baking classes for children?", "baking classes for children"],
      ["Are you hiring for the summer?", "a summer job"],
      ["Is your sourdough starter for sale?", "buying the sourdough starter"],
    ] as const);
    const leaves = random.chance(0.6);
    return {
      lines: parseLines(`${HELLO}
        > ${question}
        That is a good question, and I do not know the answer. May I note your name and number, so that a colleague calls you?
        ${leaves ? `> Sure. ${caller.name}, ${caller.spokenPhone}.` : "> No, never mind, I'll come by."}
        ${leaves ? `Thank you, ${caller.first}. Somebody will call you by tomorrow.` : "Please do. We are open until six."}
        > Thanks, bye.`),
      summary: leaves
        ? `${caller.name} asked about ${shown} and would like a call back.`
        : `The caller asked about ${shown}, which the assistant did not know, and will come by.`,
      ...(leaves
        ? {
            found: {
              name: caller.name,
              phone_number: caller.phone,
              order: `Question about ${shown}`,
            },
          }
        : {}),
      unanswered: [question],
      mood: "neutral",
      isSuccessful: leaves,
    };
  },
};

const weddingCake: Subject = {
  weight: 1,
  conversation({ random, caller, at }) {
    const day = comingDay(at, [6], 30);
    const guests = random.pick([60, 80, 120]);
    return {
      lines: parseLines(`${HELLO}
        > Hello. We are getting married, and we are looking for somebody who makes the cake.
        Congratulations! We make wedding cakes from two to five tiers. When is the day, and how many guests are there?
        > On ${day.word}, ${new Date(day.date).toLocaleDateString("en-US", { month: "long", day: "numeric", timeZone: "UTC" })}, with about ${guests} guests.
        For ${guests} guests I would think of ${guests > 70 ? "four" : "three"} tiers. Our confectioner plans each one herself, with a tasting of five flavors, which is free when you order.
        > Oh nice. What does such a cake cost?
        They begin at six dollars a guest. What it is in the end depends on the decoration.
        > Can you do sugar flowers? And is it possible without fondant?
        Both, yes. Most of our cakes have buttercream instead of fondant.
        > Wonderful. When could we come for a tasting?
        Tastings are on Wednesdays at four. May I have your name and number? The confectioner calls you to confirm one.
        > ${caller.name}, ${caller.spokenPhone}. The next Wednesday would be great.
        Thank you, ${caller.first}. A wedding cake for ${guests} guests, buttercream and sugar flowers, and a tasting on a Wednesday. We look forward to meeting you.
        > We do too. Bye!`),
      summary: `${caller.name} is looking for a wedding cake for ${guests} guests with buttercream and sugar flowers, and would like a tasting on the next Wednesday.`,
      found: {
        name: caller.name,
        phone_number: caller.phone,
        order: `Wedding cake for ${guests}, buttercream, sugar flowers; tasting on a Wednesday`,
        day: day.date,
        pick_up_or_delivery: "Delivery",
      },
      mood: "positive",
    };
  },
};

export const BAKERY: Business = {
  id: "bakery",
  assistant: {
    name: "Linden Bakery",
    systemPrompt: `You answer the visitors of the website of Linden Bakery, a family bakery in Portland.

You take orders for pick-up and delivery, and answer what people ask about opening hours, breads and cakes. Cakes need two days. Delivery is within the town, from forty dollars on.

For an order ask what it is, for which day, and whether it is picked up or delivered; then for the name and the phone number. Repeat the whole order at the end. If you do not know something, say so, and offer that a colleague calls back.

Speak in short, friendly sentences and ask one thing at a time. Never make up prices, times or promises.`,
    assistantGoal:
      "There is an order with everything it needs, repeated and confirmed; or the question is answered, or somebody can call back.",
    voice: "jessica",
    widgetColor: "#f97316",
    widgetIcon: "message",
    widgetSize: "large",
    findings: [
      { label: "Name", kind: "text", isRequired: true },
      { label: "Phone number", kind: "phone", isRequired: true },
      { label: "Order", kind: "text", isRequired: true },
      { label: "Day", kind: "date", isRequired: false },
      {
        label: "Pick-up or delivery",
        kind: "choice",
        choices: ["Pick-up", "Delivery"],
        isRequired: false,
      },
    ],
    successWords: "The order is complete, or the caller got an answer or will be called back.",
  },
  knowledge: {
    name: "breads-and-cakes.md",
    text: `# Linden Bakery

Open Tuesday to Saturday from 7 to 18 o'clock, on Saturdays until 14. Closed on Sundays and Mondays.
You find us at 12 Linden Square. There are four parking spaces behind the shop.

## Breads
Country loaf 6 dollars. Seeded rye 7 dollars. Walnut bread 7.50 dollars. Baguette 3.50 dollars.

## Cakes, two days ahead
Strawberry cream cake 38 dollars. Dark chocolate cake 42 dollars. Lemon layer cake 36 dollars. Carrot cake 34 dollars.
A text of up to twenty letters is included.

## Delivery
Within the town, from 40 dollars on, between 8 and 12 o'clock.

## Allergies
Nuts and wheat flour are used in the same kitchen as everything else. Traces cannot be ruled out.
`,
  },
  callsByWeekday: [1, 2, 6, 6, 8, 10, 13],
  hours: [0, 0, 0, 0, 0, 1, 4, 10, 12, 12, 10, 8, 6, 3, 3, 3, 2, 2, 1, 1, 0, 0, 0, 0],
  sideQuestions: [
    `> Oh, and do you take cards?
     We do, from any amount, and phones too.`,
    `> Where can I park for a moment?
     There are four spaces behind the shop, and nobody minds five minutes there.`,
    `> Do you have the walnut bread every day?
     On Wednesdays, Fridays and Saturdays, as long as there is some. I can note one for you the next time.`,
    `> Will there be plum cake again soon?
     As soon as the plums are good, so from August on. It is on the board outside.`,
    `> Is your coffee really from that roaster in the harbor?
     It is. They roast on Mondays, and we have it on Tuesday.`,
    `> How long does it keep?
     At room temperature two days, in the refrigerator four. It is best on the first, of course.`,
  ],
  subjects: [
    birthdayCake,
    breadOrder,
    officeBreakfast,
    openingHours,
    glutenFree,
    complaint,
    changedOrder,
    offTheList,
    weddingCake,
  ],
};
