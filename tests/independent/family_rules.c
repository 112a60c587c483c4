/* Plays bataille by the rules of families, written from the rules alone: cards face down, orders of picking up, and
 * players who have too few cards for a battle. It shares nothing with the engine: queues, another generator, and Brent's
 * search for repeats.
 *
 * family_rules FACE_DOWN PICKUP LAST_CARD GAMES SEED LIMIT VALUES
 * PICKUP: 0 as laid, 1 the winner's cards first, 2 the loser's cards first, 3 shuffled. LAST_CARD: 0 hands counted, 1 the
 * last card counts. It prints a line: games, wins of player 1, wins of player 2, draws, endless games, games that reach the
 * limit, then the mean, its standard error, the median and the quantiles 0.95 and 0.99 of the rounds of finite games, and
 * nanoseconds per game. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t words[4];

static uint64_t rotated(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

/* xoshiro256** of Blackman and Vigna. */
static uint64_t next_word(void)
{
    uint64_t result = rotated(words[1] * 5, 7) * 9;
    uint64_t shifted = words[1] << 17;
    words[2] ^= words[0];
    words[3] ^= words[1];
    words[1] ^= words[2];
    words[0] ^= words[3];
    words[2] ^= shifted;
    words[3] = rotated(words[3], 45);
    return result;
}

static void seed_words(uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15ULL;
        uint64_t mixed = seed;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebULL;
        words[i] = mixed ^ mixed >> 31;
    }
}

/* The bias is below 2^-24. */
static uint32_t below(uint32_t bound) { return (uint32_t)((next_word() >> 32) * bound >> 32); }

static void shuffle(uint8_t *cards, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = below(i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

typedef struct {
    uint8_t cards[2][256];
    int top[2], held[2];
} Game;

static int face_down, pickup, last_card;

static void lay(Game *game, int player, uint8_t *trick, uint8_t *owners, int *laid)
{
    trick[*laid] = game->cards[player][game->top[player]++ & 255];
    owners[(*laid)++] = player;
    game->held[player]--;
}

/* Plays a round of a game that is not over; player 1 always lays first. */
static void play_round(Game *game)
{
    uint8_t trick[256], owners[256];
    int laid = 0;
    for (int pair = 0;; pair++) {
        if (!game->held[0] || !game->held[1])
            return;
        for (int down = 0; pair > 0 && down < face_down; down++) {
            if (!last_card && (!game->held[0] || !game->held[1]))
                return;
            for (int player = 0; player < 2; player++)
                if (!last_card || game->held[player] > 1)
                    lay(game, player, trick, owners, &laid);
        }
        if (!game->held[0] || !game->held[1])
            return;
        lay(game, 0, trick, owners, &laid);
        lay(game, 1, trick, owners, &laid);
        if (trick[laid - 2] != trick[laid - 1])
            break;
    }
    int winner = trick[laid - 1] > trick[laid - 2];
    if (pickup == 3)
        shuffle(trick, laid);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < laid; i++) {
            int is_second = pickup == 1 ? owners[i] != winner : pickup == 2 ? owners[i] == winner : 0;
            if (is_second == pass)
                game->cards[winner][(game->top[winner] + game->held[winner]++) & 255] = trick[i];
        }
}

static int is_same(const Game *one, const Game *two)
{
    for (int player = 0; player < 2; player++) {
        if (one->held[player] != two->held[player])
            return 0;
        for (int i = 0; i < one->held[player]; i++)
            if (one->cards[player][(one->top[player] + i) & 255] != two->cards[player][(two->top[player] + i) & 255])
                return 0;
    }
    return 1;
}

static int compare(const void *left, const void *right)
{
    uint64_t one = *(const uint64_t *)left, two = *(const uint64_t *)right;
    return one < two ? -1 : one > two;
}

int main(int count, char **arguments)
{
    if (count != 8)
        return 2;
    face_down = atoi(arguments[1]);
    pickup = atoi(arguments[2]);
    last_card = atoi(arguments[3]);
    long games = atol(arguments[4]);
    seed_words(strtoull(arguments[5], 0, 10));
    uint64_t limit = strtoull(arguments[6], 0, 10);
    int cards = 4 * atoi(arguments[7]);
    uint64_t *lengths = malloc(sizeof *lengths * (games + 1));
    long finite = 0, outcomes[5] = {0};
    double sum = 0, squares = 0;
    uint8_t deck[256];
    for (int i = 0; i < cards; i++)
        deck[i] = i / 4;
    clock_t start = clock();
    for (long number = 0; number < games; number++) {
        Game game;
        memset(&game, 0, sizeof game);
        shuffle(deck, cards);
        for (int i = 0; i < cards; i++)
            game.cards[i & 1][i / 2] = deck[i];
        game.held[0] = game.held[1] = cards / 2;
        Game earlier = game;
        uint64_t rounds = 0, power = 64, since = 0;
        int outcome = 4;
        while (rounds < limit) {
            play_round(&game);
            rounds++;
            if (!game.held[0] || !game.held[1]) {
                outcome = game.held[0] > game.held[1] ? 0 : game.held[0] < game.held[1] ? 1 : 2;
                break;
            }
            if (pickup == 3)
                continue;
            since++;
            if (game.held[0] == earlier.held[0] && is_same(&game, &earlier)) {
                outcome = 3;
                break;
            }
            if (since == power) {
                earlier = game;
                power *= 2;
                since = 0;
            }
        }
        outcomes[outcome]++;
        if (outcome < 3) {
            lengths[finite++] = rounds;
            sum += rounds;
            squares += (double)rounds * rounds;
        }
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    qsort(lengths, finite, sizeof *lengths, compare);
    double mean = finite ? sum / finite : 0;
    double error = finite > 1 ? sqrt((squares / finite - mean * mean) / (finite - 1)) : 0;
    printf("%ld %ld %ld %ld %ld %ld %f %f", games, outcomes[0], outcomes[1], outcomes[2], outcomes[3], outcomes[4], mean, error);
    for (int i = 0; i < 3; i++) {
        double share = i == 0 ? 0.5 : i == 1 ? 0.95 : 0.99;
        printf(" %lu", finite ? (unsigned long)lengths[(long)(finite * share)] : 0);
    }
    printf(" %.0f\n", seconds / games * 1e9);
    return 0;
}
