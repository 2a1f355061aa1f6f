/**
 * Those of the thousand commonest passwords that are long enough, as they were counted in what was stolen
 * elsewhere: data/passwords.txt of github.com/dropbox/zxcvbn (MIT), in its order.
 */
const COMMON = new Set(
  `
password 12345678 123456789 baseball football qwertyuiop 1234567890 superman 1qaz2wsx jennifer
trustno1 sunshine iloveyou computer michelle starwars princess 11111111 corvette 1234qwer internet
samantha q1w2e3r4t5 maverick whatever mercedes steelers qwer1234 hardcore q1w2e3r4 midnight bigdaddy
victoria marlboro password1 1q2w3e4r cocacola jordan23 asdfasdf danielle 12344321 jonathan liverpoo
qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl redskins qazwsxedc liverpool
nicholas butthead dolphins qwertyui shithead metallic mountain benjamin elephant rush2112 1q2w3e4r5t
creative garfield bullshit asdfghjk 1qazxsw2 december airborne brooklyn godzilla 4815162342 williams
darkness blink182 platinum 01012011 11223344 lifehack 12qwaszx snowball nintendo november pakistan
redwings explorer guinness lasvegas 789456123 christin asdf1234 babygirl michigan carolina alexande
dickhead minecraft metallica kristina kimberly snickers paradise caroline 147258369 lacrosse
bollocks poohbear qweasdzxc einstein drowssap courtney spitfire patricia maryjane champion svetlana
anderson westside security zaq12wsx alexander 123456789a 1232323q scarface qwerty12 marshall
veronica stargate 12345qwert semperfi brittany scotland cherokee simpsons michael1 vladimir franklin
passport infinity bulldogs 1234554321 budlight usuckballz1 softball fktrcfylh kawasaki wildcats
logitech swordfis alexandr motorola patriots colorado juventus freeuser warcraft wolverin elizabet
valentin password123 mitchell spiderma hello123 ncc1701d virginia pearljam 123qweasd predator
charlie1 panthers peekaboo rolltide american cardinal chevelle fyfcnfcbz loverboy 123654789 changeme
electric darkside wolfpack hercules lawrence letmein1 741852963 spiderman blizzard 123456789q
cheyenne cjkysirj 147852369 basketball sterling pussycat a1b2c3d4 airplane freepass billybob
chocolat stingray firebird zeppelin business tarheels greenday 01011980
`
    .trim()
    .split(/\s+/),
);

/** In whatever case: that is the first thing guessers change. */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
