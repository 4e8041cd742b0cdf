"""The coefficients that Ho (2015) prints: name, estimate, standard error."""

WHOLE = """
suited_AABB 75.06386 4.58868 | suited_AABC 51.06602 4.57024 | suited_AAAB 45.61450 4.58538
suited_AAAA 39.00056 4.64692 | suited_ABCD 16.23615 4.53929 | hasBareA 45.56065 1.74301
hasBare2 -5.56085 1.71359 | hasBare3 -4.80332 1.71308 | hasBare4 -4.32431 1.70956
hasBare5 -2.66168 1.70024 | hasBare6 0.01130 1.68819 | hasBare7 2.44854 1.68776
hasBare8 10.59496 1.72326 | has9 -9.26773 1.25062 | hasT -1.43792 1.25580 | hasJ -0.46050 1.29097
hasQ 6.55489 1.29541 | hasK 13.03615 1.28035 | hasLow2 15.65821 1.67597 | hasLow3 16.17328 1.66254
hasLow4 17.13257 1.65114 | hasLow5 19.15817 1.65312 | hasLow6 14.07537 1.66329
hasLow7 -0.86279 1.66877 | hasLow8 -8.00539 1.68573 | hasPair2 -15.58783 2.59239
hasPair3 -6.70535 2.58999 | hasPair4 2.93011 2.58869 | hasPair5 14.41827 2.59043
hasPair6 20.56876 2.59449 | hasPair7 20.34035 2.59690 | hasPair8 25.69891 2.60009
hasPair9 22.22332 2.57578 | hasPairT 42.00693 2.57345 | hasPairJ 56.35528 2.57899
hasPairQ 73.08115 2.57213 | is_one_pair -5.88005 0.71409 | is_trips -33.24601 3.59013
low_card_2 46.53096 1.88152 | low_card_3 45.07704 3.25715 | low_card_4 3.75768 4.80952
suitedK 0.71356 0.64838 | suitedQ -0.17266 0.61979 | suitedJ 0.53166 0.60954 | c65 -7.26607 0.87080
c76 -0.63301 0.87765 | c87 9.32823 0.87721 | c98 -9.83669 0.85999 | cT9 -3.48146 0.84058
cJT 3.45460 0.85248 | cQJ 1.60290 0.86622 | cKQ -5.72949 0.87836 | c65s 3.51241 1.14183
c76s 2.33150 1.14138 | c87s -0.37413 1.14141 | c98s 0.03762 1.14139 | cT9s -1.02645 1.11408
cJTs -0.13021 1.15111 | cQJs -0.89316 1.14671 | cKQs -1.74516 1.19169 | range2 11.98542 2.13874
range3 22.37658 1.23473 | range4 16.87906 0.91810 | range5 15.24941 0.75451 | range6 5.05374 0.64542
range7 5.95275 0.54663 | is_big_blind -4.55564 0.29052
"""
"""Figure 4.4, all attributes."""

FILTERED = """
suited_AABB 75.4023 4.6251 | suited_AABC 51.2397 4.6169 | suited_AAAB 45.9329 4.6233
suited_AAAA 39.4743 4.6691 | suited_ABCD 16.2362 4.5896 | hasBareA 45.9749 1.7567
hasBare2 -6.1151 1.7278 | hasBare3 -5.3562 1.7273 | hasBare4 -4.8630 1.7240
hasBare5 -3.1391 1.7153 | hasBare6 -0.2991 1.7039 | hasBare7 2.4725 1.7025 | hasBare8 5.9118 1.6902
has9 -12.2450 1.2329 | hasT -0.8358 1.2271 | hasJ 1.8411 1.2222 | hasQ 5.7257 1.2187
hasK 12.2488 1.2153 | hasLow2 14.2839 1.6790 | hasLow3 14.8790 1.6648 | hasLow4 15.9166 1.6525
hasLow5 16.1336 1.6428 | hasLow6 11.1568 1.6369 | hasLow7 0.9696 1.6366 | hasLow8 -8.7167 1.6430
hasPair2 -16.0038 2.6146 | hasPair3 -7.0042 2.6112 | hasPair4 2.7465 2.6086
hasPair5 13.1576 2.6074 | hasPair6 19.4988 2.6078 | hasPair7 22.4482 2.6099
hasPair8 25.7124 2.6099 | hasPair9 20.8810 2.5930 | hasPairT 43.2602 2.5860
hasPairJ 58.9256 2.5782 | hasPairQ 73.0455 2.5694 | is_one_pair -5.8403 0.7210
is_trips -32.1351 3.6230 | low_card_2 48.1883 1.8792 | low_card_3 48.8163 3.2399
low_card_4 10.1430 4.7635 | range2 9.9900 2.1258 | range3 20.5774 1.1964 | range4 15.4809 0.8847
range5 14.1812 0.7355 | range6 4.3286 0.6350 | range7 5.7728 0.5397 | is_big_blind -4.5556 0.2937
"""
"""Figure 4.6, filtered attributes."""


def coefficients(figure: str) -> dict[str, tuple[str, str]]:
    """Estimates and errors as they are printed, by name."""
    rows = [row.split() for row in figure.replace("|", "\n").strip().splitlines()]
    return {name: (estimate, error) for name, estimate, error in rows}
