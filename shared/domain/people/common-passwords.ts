/** For the server only: the list would weigh on a page. All lower case; six characters or more. */
const commonest = new Set(
  `
password passw0rd p@ssword p@ssw0rd pa55word pass1234 pass123456 passpass password1 password12 password123
password1234 password12345
mypassword yourpassword nopassword newpassword changeme changeme1 changeme123 letmein letmein1 letmein123
welcome welcome1 welcome12
welcome123 default default1 secret secret1 secret123 topsecret private access access14 admin1 admin12 admin123
admin1234 admin12345
admin123456 adminadmin administrator root123 rootroot toor123 user123 user1234 username guest123 test123
test1234 test12345 testtest
testing testing1 tester demo123 demo1234 demodemo temp123 temppass temporary login123 loginlogin master
master1 master123 system manager
server internet computer computer1 laptop samsung samsung1 nokia123 iphone android google google1 google123
gmail123 facebook facebook1
facebook123 twitter youtube instagram whatsapp snapchat tiktok microsoft windows windows1 windows10 linux123
apple123 office office123
qwerty qwerty1 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 qwertyu qwertyui qwertyuio qwertyuiop
qwert123 qwertz qwerty7
1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 zaq12wsx
zaq1zaq1 zaq1xsw2 xsw21qaz
qazwsx qazwsx1 qazwsx123 qazwsxedc qazxsw qweasd qweasd123 qweasdzxc qweqwe qweqwe123 qwe123 qwe123456
qwe123qwe 123qwe 123qwe123 123qweasd
asdfgh asdfgh1 asdfghj asdfghjk asdfghjkl asdf1234 asdfasdf asdasd asdasd123 asd123 asd123456 asdqwe123 zxcvbn
zxcvbnm zxcvbnm1 zxcvbnm123
zxcvb123 zxczxc zxc123 zxcv1234 poiuyt poiuytrewq lkjhgf lkjhgfdsa mnbvcx mnbvcxz azerty azerty123 azertyuiop
abc123 abc1234 abc12345
abc123456 abcabc abc123abc abcd123 abcd1234 abcd12345 abcdef abcdefg abcdefgh abcdefghi abcde123 abcdef123
a1b2c3 a1b2c3d4 a1b2c3d4e5 aa123456
aa12345678 aaa111 aaa123 aaaa1111 a123456 a1234567 a12345678 a123456789 a12345 q123456 q1234567 q123456789
z123456 z123456789 s123456
m123456 m123456789 123456a 1234567a 12345678a 123456789a 12345a 1234qwer 1234abcd 123abc 123abc123 123asd
123456q 12345q 12345qwe 12345qwert
123456aa 123456abc 123456qwerty 1234567q 123456789q 123123a 123321a 123321 123123 123123123 1231231234 1234321
12344321 123454321 112233
11223344 1122334455 112211 111222 111222333 121212 12121212 131313 101010 10101010 102030 10203040 1020304050
100200 100200300 010203
01020304 0102030405 001002 001122 007007 159159 159357 159753 147147 147258 147258369 147852 147852369 741852
741852963 789456 789456123
789789 456123 456456 456789 456852 963852 963852741 987987 951753 753951 852456 258258 258456 321321 321654
321654987 369369 654321 7654321
87654321 987654321 9876543210 0987654321 098765 0123456 01234567 012345678 0123456789 1234567890 12345678910
123456123 123456654321 123456123456
12345612 1234561 12345654321 1234512345 12341234 123412345 1234566 123456a@ 1234554321 135790 1357911 13579246
246810 24681012
147896325 142536 1425364758 192837 192837465 5201314 520520 7758521 696969 789632145 777888 777888999 888999
222333 333444 555666 666777
112358 314159 31415926 271828 202020 212121 232323 242424 252525 282828 303030 313131 323232 343434 404040
414141 454545 505050 525252
565656 585858 606060 616161 636363 656565 676767 686868 707070 717171 727272 747474 757575 767676 787878
797979 808080 818181 828282 858585
868686 878787 898989 909090 919191 929292 939393 949494 959595 969696 979797 989898 19901990 19801980 20002000
20102010 20202020 20252025
iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveu iloveu2 iloveme iloveyou! ilovegod ilovemom loveyou
loveyou1 lovely lovely1
lovelove loveme loveme1 love123 love1234 lover1 lovers mylove mylove1 mylife sweetheart sweetie sweety darling
honey1 honey123 habibi
habibi1 habibi123 habibti habebe 7abibi 7abibty ya7abibi bahebak ba7ebak b7ebak a7mad123 ahlawy alahly
alahly1907 elahly ahly1907 zamalek
zamalek1911 zamalek123 alzamalek salah11 mosalah mosalah11 egypt123 egypt1 misr123 masr123 cairo123 alexandria
pharaoh pyramids ramses
allah1 allah123 allah786 allahakbar allahuakbar alhamdulillah elhamdulelah subhanallah bismillah bismilah
inshallah mashallah islam123
muslim123 quran123 ramadan ramadan1 ramadan123 muhammad mohammed mohammad mohamed mohamad prophet 786786
786110 110786 yarab123 yarabb
clinic1 clinic12 clinic123 hospital hospital1 hospital123 doctor doctor1 doctor12 doctor123 doctor1234
nurse123 patient patient1 patient123
hakima hakima1 hakima12 hakima123 hakima1234 hakima2024 hakima2025 hakima2026 hakima2027 health123 medicine
medical medical1 medical123
pregnant pregnancy mother mother1 mother123 mommy1 mommy123 mummy1 mama123 mamababa father daddy1 daddy123
baba123 babygirl babygirl1
babygirl123 babyboy babyboy1 baby123 princess princess1 princess12 princess123 prince queen123 queen1 angel1
angel123 angels flower flower1
flowers rose123 jasmine jasmine1 yasmine yasmin123 butterfly butterfly1 sunshine sunshine1 sunflower rainbow
rainbow1 summer summer1 summer123
winter winter123 spring autumn monday friday sunday january february october november december silver golden
diamond crystal orange banana
cherry strawberry chocolate cookie cookie1 coffee sugar1 pepper ginger purple yellow freedom freedom1 forever
forever1 friends friends1
family family1 family123 sister brother brothers brother1 bestfriend beautiful beauty pretty cutie1 smile1
smiley happy1 happy123 peace1
dragon dragon1 dragon123 monkey monkey1 monkey12 monkey123 shadow shadow1 tigger tiger1 tiger123 lion123
lionking panda1 panda123 kitten
kitty1 kitty123 hellokitty pussycat puppy123 doggy1 horses chicken dolphin dolphins eagle1 falcon phoenix
spider spiderman spiderman1 batman
batman1 batman123 superman superman1 superman123 ironman avengers wolverine joker123 ninja123 ninja1 warrior
hunter hunter1 killer killer1
killer123 soldier ranger knight samurai matrix trustno1 whatever whatever1 nothing nothing1 something anything
blahblah starwars starwars1
startrek pokemon pokemon1 pikachu naruto naruto1 naruto123 minecraft minecraft1 fortnite roblox pubg123
playstation xbox360 nintendo mario123
football football1 football12 football123 soccer soccer1 soccer12 soccer123 baseball baseball1 basketball
basketball1 hockey hockey1 tennis
cricket cricket1 golfer barcelona barcelona1 barca123 realmadrid realmadrid1 madrid123 liverpool liverpool1
liverpool123 arsenal arsenal1
arsenal123 chelsea chelsea1 chelsea123 manchester manutd manunited juventus acmilan ronaldo ronaldo1 ronaldo7
ronaldo123 cristiano cr7cr7
messi10 messi123 lionel champion champions legend legend1 player player1 gamer123 gaming winner winner1
number1 numberone power1 powerful
michael michael1 michael123 michelle michelle1 jennifer jennifer1 jessica jessica1 jessica123 ashley ashley1
amanda amanda1 andrea andrea1
andrew andrew1 anthony anthony1 alexander alexandra charlie charlie1 charlie123 christian christina
christopher daniel daniel1 daniel123
daniela danielle david1 david123 elizabeth gabriel george george1 hannah hannah1 jackson jasper jordan jordan1
jordan23 joseph joseph1
joshua joshua1 justin justin1 karina lauren madison maggie martin martina matthew matthew1 melissa melissa1
mercedes natalie natasha nathan
nicholas nicole nicole1 oliver oliver1 patrick patricia rachel rebecca richard robert robert1 robert123
samantha samantha1 sandra sophia
sophie stephanie steven taylor taylor1 thomas thomas1 thomas123 vanessa veronica victor victoria victoria1
william william1 zachary
california newyork london paris123 america american england germany france canada brazil mexico india123
pakistan pakistan1 pakistan123
corvette ferrari ferrari1 porsche mustang mustang1 toyota toyota1 honda123 yamaha bmw123 mercedes1 harley
camaro metallica nirvana
music1 music123 guitar guitar1 dancer dance1 singer scooter sparky buster bailey cooper lucky1 lucky123 lucky7
magic1 magic123 mickey
mickeymouse minnie snoopy garfield tinkerbell barbie barbie1 cinderella pumpkin peanut peanut1 sweet1 candy1
candy123 cheese hello1 hello12
hello123 hello1234 hellohello hi123456 goodluck goodboy goodgirl goodmorning godisgood jesus1 jesus123
jesuschrist blessed blessed1 heaven
faith1 faith123 miracle destiny destiny1 hope123 dream123 dreams dreamer wonderful fuckyou fuckyou1 fuckoff
asshole bitch1 sexy123
`
    .trim()
    .split(/\s+/),
);

/** Given names of the country, which people lengthen by a few digits. */
const names = new Set(
  `abdallah abdelrahman abdo abdullah ahmad ahmed alaa ali alia amal amina amir amira amr asmaa aya ayman
  basma dalia dina doaa eman emad esraa
fares farah farida fatma fatima habiba hagar hala hamada hana hanan hany hassan hazem heba hend hesham hossam
hussein ibrahim islam jana kareem
karim khaled laila layla lina maha mahmoud malak malek manal marawan maria mariam marwa marwan maryam menna
mina mohamed mohammed mohsen mona mostafa
moustafa muhammad nada nadia nagwa nesma noha noor nora nour nouran omar omnia osama rana rania reem rehab
rokaya salma sama samah sameh samir sara
sarah sayed shahd shaimaa sherif shimaa tamer tarek walaa wael yara yasmin yasmine yasser yehia yousef youssef
zainab zeinab ziad`.split(/\s+/),
);

const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
const reversed = rows.map((row) => Array.from(row).reverse().join(''));
const inOneRow = (text: string): boolean =>
  text.length > 3 && [...rows, ...reversed].some((row) => row.includes(text));
const namePlus = /^([a-z]+)[@_.]?(1|12|123|1234|12345|123456|19\d\d|20\d\d)?$/;

/**
 * One of the passwords that are tried first: a known one, one letter repeated, a run of the keyboard, a given
 * name with a few digits.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.trim().toLowerCase();
  if (commonest.has(text) || /^(.{1,2})\1+$/su.test(text) || inOneRow(text)) return true;
  return names.has(namePlus.exec(text)?.[1] ?? '');
}
