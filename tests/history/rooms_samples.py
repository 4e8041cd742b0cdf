"""Hands in the layouts of other rooms, written for the tests."""

GG_CASH = """\
Poker Hand #OM1234: PLO ($0.5/$1) - 2024/02/03 10:11:12
Table 'Alto7' 6-max Seat #1 is the button
Seat 1: a1b2c3d4 ($100 in chips)
Seat 3: Hero ($40.5 in chips)
Seat 5: 99aa88bb ($60 in chips)
Cash Drop to Pot : total $5
Hero: posts small blind $0.5
99aa88bb: posts big blind $1
a1b2c3d4: straddle $2
*** HOLE CARDS ***
Dealt to a1b2c3d4
Dealt to Hero [As Ah Kd Qc]
Dealt to 99aa88bb
Hero: raises $4.5 to $6.5
99aa88bb: folds
a1b2c3d4: calls $4.5
*** FLOP *** [2c 7d 9h]
Hero: bets $19
a1b2c3d4: raises $72 to $91
Hero: calls $15 and is all-in
Uncalled bet ($57) returned to a1b2c3d4
*** FIRST TURN *** [2c 7d 9h] [4s]
*** FIRST RIVER *** [2c 7d 9h 4s] [Td]
*** SECOND TURN *** [2c 7d 9h] [Ts]
*** SECOND RIVER *** [2c 7d 9h Ts] [Jd]
*** THIRD TURN *** [2c 7d 9h] [3s]
*** THIRD RIVER *** [2c 7d 9h 3s] [3d]
Hero: shows [As Ah Kd Qc] (a pair of Aces)
a1b2c3d4: shows [9c 9d 5s 5h] (three of a kind)
*** FIRST SHOWDOWN ***
a1b2c3d4 collected $28 from pot
*** SECOND SHOWDOWN ***
Hero collected $28 from pot
*** THIRD SHOWDOWN ***
a1b2c3d4 collected $28 from pot
a1b2c3d4: Pays Cashout Risk ($1.5)
*** SUMMARY ***
Total pot $87 | Rake $2 | Jackpot $1 | Bingo $0
Hand was run three times
"""

GG_TOURNAMENT = """\
Poker Hand #TM77: Tournament #555, Big Sunday $32.10 Hold'em No Limit - Level4(50/100) - \
2024/02/03 10:11:12
Table '9' 8-max Seat #2 is the button
Seat 2: Hero (2,000 in chips)
Seat 4: deadbeef (1,500 in chips)
Hero: posts the ante 10
deadbeef: posts the ante 10
Hero: posts small blind 50
deadbeef: posts big blind 100
*** HOLE CARDS ***
Dealt to Hero [As Ah]
Dealt to deadbeef
Hero: raises 1,390 to 1,490 and is all-in
deadbeef: folds
Uncalled bet (1,390) returned to Hero
*** SHOWDOWN ***
Hero collected 220 from pot
*** SUMMARY ***
Total pot 220
"""

WINAMAX_CASH = """\
Winamax Poker - CashGame - HandId: #12-34-56 - Holdem no limit (0.50€/1€) - \
2015/06/07 08:09:10 UTC
Table: 'Nice 02' 5-max (real money) Seat #4 is the button
Seat 1: Zoé la folle (100€)
Seat 2: Ben (55.50€)
Seat 4: folds often (80€)
Seat 5: Cam (90€)
*** ANTE/BLINDS ***
Cam posts small blind 0.50€
Zoé la folle posts big blind 1€
Ben posts small blind 0.50€ out of position
Ben posts big blind 1€ out of position
Dealt to Zoé la folle [As Ah]
*** PRE-FLOP ***
Ben raises 3€ to 4€
folds often folds
Cam folds
Zoé la folle calls 3€
*** FLOP *** [2c 7d 9h]
Zoé la folle bets 5€
Ben folds
Zoé la folle collected 8.55€ from pot
*** SUMMARY ***
Total pot 8.55€ | Rake 0.45€
Board: [2c 7d 9h]
Seat 1: Zoé la folle (big blind) won 8.55€
"""

WINAMAX_TOURNAMENT = """\
Winamax Poker - Tournament "Le Petit" buyIn: 4,50€ + 0,50€ level: 7 - HandId: #1-2-3 - \
Holdem no limit (10/50/100) - 2012/06/07 08:09:10 UTC
Table: 'Le Petit(4321)#005' 6-max (real money) Seat #1 is the button
Seat 1: Ann (1500)
Seat 2: Bob (910.50)
Seat 3: Cid (60)
*** ANTE/BLINDS ***
Ann posts ante 10
Bob posts ante 10
Cid posts ante 10
Bob posts small blind 50
Cid posts big blind 50 and is all-in
Dealt to Ann [As Ah]
*** PRE-FLOP ***
Ann folds
Bob calls 50
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h][3s]
*** RIVER *** [2c 7d 9h 3s][Kd]
*** SHOW DOWN ***
Bob shows [Kc Qc] (One pair : King)
Cid shows [Jc Jd] (One pair : Jack)
Bob collected 130 from pot
*** SUMMARY ***
Total pot 130 | No rake
Board: [2c 7d 9h 3s Kd]
"""

PACIFIC_CASH = """\
#Game No : 4711
***** 888poker Hand History for Game 4711 *****
0,50 $/1 $ Blinds No Limit Holdem - *** 31 12 2014 23:59:58
Table Aarhus 6 Max (Real Money)
Seat 2 is the button
Total number of players : 4
Seat 2: But ( 1 250,50 $ )
Seat 4: Sam ( 40 $ )
Seat 6: Bea ( 55,25 $ )
Seat 9: New ( 100 $ )
Sam posts small blind [0,50 $]
Bea posts big blind [1 $]
New posts dead blind [0,50 $ + 1 $]
** Dealing down cards **
Dealt to But [ APik, DHerz ]
New checks
But raises [3 $]
Sam folds
Bea raises [8 $]
New folds
But calls [6 $]
** Dealing flop ** [ 2c, 7d, Knh ]
Bea bets [10 $]
But raises [25 $]
Bea folds
** Summary **
But did not show his hand
But collected [ 37,50 $ ]
"""

PACIFIC_TOURNAMENT = """\
***** Cassava Hand History for Game 4712 *****
$50/$100 Blinds No Limit Holdem - *** 01 02 2013 03:04:05
Tournament #99 $10 + $1 - Table #3 (Real Money)
Seat 1 is the button
Total number of players : 2
Seat 1: Ann ( $900 )
Seat 6: Bob ( $2,100 )
Ann posts small blind [$50]
Bob posts big blind [$100]
** Dealing down cards **
Dealt to Bob [ Kc, Qc ]
Ann raises [$850]
Bob calls [$800]
** Dealing flop ** [ 2c, 7d, 9h ]
** Dealing turn ** [ 3s ]
** Dealing river ** [ Kd ]
** Summary **
Ann shows [ Jc, Jd ]
Bob shows [ Kc, Qc ]
Bob collected [ $1,800 ]
"""

PARTY_CASH = """\
Game #321 starts.

#Game No : 321
***** Hand History for Game 321 *****
$100 USD NL Texas Hold'em - Monday, April 25, 09:42:13 BST 2011
Table Calais (Real Money)
Seat 3 is the button
Total number of players : 3/6
Seat 5: Hero ( $105 USD )
Seat 3: But ( $96.40 USD )
Seat 4: Sam ( $50 USD )
Newcomer has joined the table.
Sam posts small blind [$0.50 USD].
Hero posts big blind [$1 USD].
** Dealing down cards **
Dealt to Hero [  9c Ad ]
But raises [$3 USD]
Sam did not respond in time
Sam folds
Hero raises [$9 USD]
But calls [$7 USD]
** Dealing Flop ** [ Ah, 2h, Kh ]
Hero bets [$12 USD]
But is all-In  [$86.40 USD]
Hero calls [$74.40 USD]
** Dealing Turn ** [ 5h ]
** Dealing River ** [ 7c ]
Hero shows [ 9c, Ad ]a pair of Aces.
But doesn't show [ Qc, Qd ]a pair of Queens.
Hero wins $190.30 USD from the main pot with a pair of Aces.
"""

PARTY_TOURNAMENT = """\
***** Hand History for Game 322 *****
NL Texas Hold'em $30 Buy-in  + $3 Entry Fee  Trny:1528 Level:4 Blinds(50/100) - \
Tuesday, August 30, 00:26:01 EDT 2005
Table Sunday #4 (Real Money)
Seat 4 is the button
Total number of players : 4
Seat 2: Ann ( $1902 )
Seat 4: But ( $1260 )
Seat 5: Gone ( $800 )
Seat 6: Hero ( $645 )
Trny:1528 Level:5
Blinds(75/150)
** Dealing down cards **
Dealt to Hero [  Td 9c ]
But folds.
Hero calls [75].
Ann checks.
** Dealing Flop ** [ 9h, Qs, Tc ]
Hero bets [125].
Ann folds.
Hero does not show cards.
Hero wins 425 chips
"""

PARTY_NEW = """\
***** Hand History For Game 17706xy *****
0.50/1 Texas Hold'em Game Table (NL)  -  Sun Jan 20 13:58:07 EST 2019
Table Table Nice  (Real Money) -- Seat 4 is the button
Total number of players : 3/6
Seat 2: Hero ($100)
Seat 4: But ($95)
Seat 5: Sam ($40)
Sam posts small blind (0.50)
Hero posts big blind (1)
** Dealing down cards **
Dealt to Hero [ Ad, 5d ]
But folds
Sam raises 39.50 to 40
Sam is all-In.
Hero calls (39)
** Dealing Flop ** :  [ 9h, Kh, Qc ]
Sam opted for cash-out
** Dealing Turn ** :  [ 9d ]
** Dealing River ** :  [ 2d ]
** Summary **
Main Pot: $78.00 Rake: $2.0
Board: [ 9h, Kh, Qc, 9d, 2d ]
Hero balance $138.00, bet $40, collected $78, net +$38[ Ad, 5d ] [ a pair of nines ]
But balance $95, didn't bet (folded)
Sam Cashed out  balance $30.5, bet $40, collected $30.50, net -$9.5[ Kc, Jc ] [ two pairs ]
"""
