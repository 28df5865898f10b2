<?php
/**
 * Messages of lists and placeholders that say "event" or "question" instead of "post", and messages about items that a bulk action did not
 * change as chosen.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** The query parameter with the ids of the items that a bulk action did not change as chosen. */
const UNCHANGED_ITEMS = 'site_companion_unchanged';

add_filter( 'bulk_post_updated_messages', __NAMESPACE__ . '\name_types_in_bulk_messages', 10, 2 );
add_action( 'load-edit.php', __NAMESPACE__ . '\keep_fixed_pages_out_of_trash' );
add_action( 'load-edit.php', static fn() => add_filter( 'wp_redirect', __NAMESPACE__ . '\pass_on_unchanged_items' ) );
add_action( 'bulk_edit_posts', __NAMESPACE__ . '\find_unchanged_items', 10, 2 );
add_action( 'admin_notices', __NAMESPACE__ . '\show_unchanged_items' );
add_filter( 'removable_query_args', static fn( array $names ): array => array( ...$names, UNCHANGED_ITEMS ) );
add_filter( 'enter_title_here', __NAMESPACE__ . '\title_placeholder', 10, 2 );

/** @param array<string, int> $counts */
function name_types_in_bulk_messages( array $messages, array $counts ): array {
	$messages['event'] = array(
		/* translators: %s: number of events. */
		'updated'   => _n( '%s event updated.', '%s events updated.', $counts['updated'], 'site-companion' ),
		/* translators: %s: number of events. */
		'locked'    => _n( '%s event not updated, someone is editing it.', '%s events not updated, someone is editing them.', $counts['locked'], 'site-companion' ),
		/* translators: %s: number of events. */
		'deleted'   => _n( '%s event permanently deleted.', '%s events permanently deleted.', $counts['deleted'], 'site-companion' ),
		/* translators: %s: number of events. */
		'trashed'   => _n( '%s event moved to the Trash.', '%s events moved to the Trash.', $counts['trashed'], 'site-companion' ),
		/* translators: %s: number of events. */
		'untrashed' => _n( '%s event restored from the Trash.', '%s events restored from the Trash.', $counts['untrashed'], 'site-companion' ),
	);
	$messages['faq']   = array(
		/* translators: %s: number of questions. */
		'updated'   => _n( '%s question updated.', '%s questions updated.', $counts['updated'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'locked'    => _n( '%s question not updated, someone is editing it.', '%s questions not updated, someone is editing them.', $counts['locked'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'deleted'   => _n( '%s question permanently deleted.', '%s questions permanently deleted.', $counts['deleted'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'trashed'   => _n( '%s question moved to the Trash.', '%s questions moved to the Trash.', $counts['trashed'], 'site-companion' ),
		/* translators: %s: number of questions. */
		'untrashed' => _n( '%s question restored from the Trash.', '%s questions restored from the Trash.', $counts['untrashed'], 'site-companion' ),
	);

	return $messages;
}

function title_placeholder( string $text, WP_Post $post ): string {
	return match ( $post->post_type ) {
		'event' => __( 'Name of the event', 'site-companion' ),
		'faq'   => __( 'Question', 'site-companion' ),
		default => $text,
	};
}

/**
 * Returns the items that the bulk action of this request did not change as chosen, after adding those in `$more`.
 *
 * @param int[] $more
 * @return int[]
 */
function unchanged_items( array $more = array() ): array {
	static $ids = array();
	$ids        = array_merge( $ids, $more );

	return $ids;
}

/**
 * @param int[]                $ids     The items that were edited.
 * @param array<string, mixed> $changes Without a status if it stays as it is.
 */
function find_unchanged_items( array $ids, array $changes ): void {
	$status = $changes['post_status'] ?? null;
	// An item that is published with a date in the future is scheduled.
	unchanged_items( null === $status ? array() : array_filter( $ids, static fn( int $id ): bool => ! in_array( get_post_status( $id ), array( $status, 'future' ), true ) ) );
}

/** WordPress would stop at the first page that may not be moved, with those before it in the trash. */
function keep_fixed_pages_out_of_trash(): void {
	// phpcs:disable WordPress.Security -- WordPress checks its nonce afterwards.
	$is_trash = in_array( 'trash', array( $_REQUEST['action'] ?? '', $_REQUEST['action2'] ?? '' ), true ) && empty( $_REQUEST['filter_action'] );
	$ids      = $is_trash ? wp_parse_id_list( $_REQUEST['post'] ?? array() ) : array();
	$fixed    = array_filter( $ids, static fn( int $id ): bool => has_fixed_address( get_post( $id ) ) );
	if ( array() !== $fixed ) {
		$_REQUEST['post'] = array_diff( $ids, $fixed );
		unchanged_items( $fixed );
	}
	// phpcs:enable
}

/** The address of the list, to which WordPress redirects, may have the items of an earlier request. */
function pass_on_unchanged_items( string $address ): string {
	$ids = unchanged_items();

	return add_query_arg( UNCHANGED_ITEMS, array() === $ids ? false : implode( ',', $ids ), $address );
}

function show_unchanged_items(): void {
	foreach ( wp_parse_id_list( wp_unslash( $_GET[ UNCHANGED_ITEMS ] ?? array() ) ) as $id ) { // phpcs:ignore WordPress.Security
		$post   = current_user_can( 'edit_post', $id ) ? get_post( $id ) : null;
		$reason = $post ? reason_against_change( $post ) : '';
		if ( '' !== $reason ) {
			/* translators: 1: title of an item, 2: sentences. */
			wp_admin_notice( esc_html( sprintf( __( '“%1$s” could not be changed as chosen. %2$s', 'site-companion' ), plain_text( $post->post_title ), $reason ) ), array( 'type' => 'error' ) );
		}
	}
}

/** Why the status of an item cannot be changed; empty if it can. */
function reason_against_change( WP_Post $post ): string {
	if ( has_fixed_address( $post ) ) {
		return fixed_address_sentence( $post );
	}
	$errors = errors_in( array_merge( validate_texts( $post->post_type, $post->post_title, $post->post_content ), validate_item( $post->post_type, fields_with_blocks( $post ) ) ) );

	return array() === $errors ? '' : invalid_item( $errors )->get_error_message();
}
