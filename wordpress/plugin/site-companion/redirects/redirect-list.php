<?php
/**
 * The list of redirects that editors enter: a text with one redirect on each line, for example `/old-page /new-page 302 # until June`.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

const FORGET_ADDRESS_ACTION = 'site_companion_forget_address';

/** Warnings need queries, so a long list that is pasted has none. */
const MAX_LINES_WITH_WARNINGS = 50;

add_action( 'admin_post_' . FORGET_ADDRESS_ACTION, __NAMESPACE__ . '\forget_address' );

/** Descriptions of the fields of the list, as in `schema.json`. */
function redirects_form_fields(): array {
	return array(
		array(
			'name'  => 'list',
			'label' => __( 'Redirects', 'site-companion' ),
			'help'  => __( 'One on each line: the old address, a space, the new address. Add 302 if the page has moved only for now, and a note after #. Example: /old-page /new-page 302 # until June', 'site-companion' ),
			'type'  => 'textarea',
		),
	);
}

/** @return array<int, array{from: string, to: string, status: int, errors: list<string>}> The redirects of a text, by the number of the line. */
function redirect_lines( string $text ): array {
	$redirects = array();
	foreach ( explode( "\n", $text ) as $index => $line ) {
		$entered = trim( (string) preg_replace( '/(?:^|\s)#.*$/s', '', $line ) );
		if ( '' !== $entered ) {
			$redirects[ $index + 1 ] = read_redirect( ...array_pad( (array) preg_split( '/\s+/', $entered, 3 ), 2, '' ) );
		}
	}

	return $redirects;
}

/** @return array<string, array{to: string, status: int}> The redirects without errors by path. */
function valid_redirects( array $lines ): array {
	$valid = array_filter( $lines, static fn( array $line ): bool => array() === $line['errors'] );

	// The first line of several with the same path counts.
	return array_column( array_reverse( $valid ), null, 'from' );
}

/** @param array<string, array{to: string, status: int, note?: string}> $redirects By path. Earlier versions stored notes. */
function text_of_redirects( array $redirects ): string {
	ksort( $redirects, SORT_STRING );
	$address = static fn( string $address ): string => str_replace( ' ', '%20', $address );
	$lines   = array();
	foreach ( $redirects as $from => $redirect ) {
		$lines[] = $address( (string) $from ) . ' ' . $address( $redirect['to'] )
			. ( 302 === (int) $redirect['status'] ? ' 302' : '' )
			. ( '' === ( $redirect['note'] ?? '' ) ? '' : " # {$redirect['note']}" );
	}

	return implode( "\n", $lines );
}

/** @return array<string, array{to: string, status: int}> The redirects that editors have entered, by path. */
function stored_redirects(): array {
	return valid_redirects( redirect_lines( stored_redirects_text() ) );
}

function stored_redirects_text(): string {
	return (string) ( single_values( REDIRECTS )['list'] ?? '' );
}

/** The problems of the list, as in `validate_fields`. Stored lines were checked when they were saved. */
function validate_redirects( array $values ): array {
	$lines    = redirect_lines( (string) ( $values['list'] ?? '' ) );
	$new      = array_diff( array_map( 'serialize', $lines ), array_map( 'serialize', redirect_lines( stored_redirects_text() ) ) );
	$all      = valid_redirects( $lines );
	$known    = array();
	$problems = array();
	$add      = static function ( int $line, string $sentence, bool $is_error = true ) use ( &$problems ): void {
		/* translators: 1: number of a line, 2: sentence. */
		$problems[] = problem( 'list', __( 'Redirects', 'site-companion' ), sprintf( __( 'Line %1$d: %2$s', 'site-companion' ), $line, $sentence ), $is_error );
	};
	foreach ( $lines as $number => list( 'from' => $from, 'to' => $to, 'errors' => $errors ) ) {
		if ( isset( $known[ $from ] ) ) {
			/* translators: 1: path, 2: address. */
			$errors[] = sprintf( __( '%1$s is redirected to %2$s already. Change that redirect instead.', 'site-companion' ), $from, $known[ $from ] );
		}
		$known += array( $from => $to );
		if ( array() === $errors && isset( $new[ $number ] ) ) {
			[ $error, $path ] = follow_redirects( $from, $all );
			$errors           = array_filter( array( $error ) );
			foreach ( count( $new ) > MAX_LINES_WITH_WARNINGS ? array() : redirect_warnings( $from, $path ) as $warning ) {
				$add( $number, $warning, false );
			}
		}
		array_map( static fn( string $error ) => $add( $number, $error ), $errors );
	}
	if ( count( $lines ) > MAX_REDIRECTS ) {
		/* translators: %s: number. */
		$problems[] = problem( 'list', __( 'Redirects', 'site-companion' ), sprintf( __( 'There are more than %s redirects, which is the maximum. Delete some that are no longer used.', 'site-companion' ), number_format_i18n( MAX_REDIRECTS ) ) );
	}

	return $problems;
}

/** The redirects from old slugs as escaped HTML, each with a link that removes it. */
function automatic_redirects_html(): string {
	$items = array();
	foreach ( array_diff_key( old_slug_redirects(), stored_redirects() ) as $from => $redirect ) {
		$link    = admin_url( 'admin-post.php?action=' . FORGET_ADDRESS_ACTION . "&post={$redirect['id']}&slug=" . rawurlencode( $redirect['old_slug'] ) );
		$items[] = sprintf(
			'<li>%s → %s <a href="%s" aria-label="%s">%s</a></li>',
			esc_html( (string) $from ),
			esc_html( $redirect['to'] ),
			esc_url( wp_nonce_url( $link, FORGET_ADDRESS_ACTION ) ),
			/* translators: %s: path. */
			esc_attr( sprintf( __( 'Delete the redirect of %s', 'site-companion' ), $from ) ),
			esc_html__( 'Delete', 'site-companion' )
		);
	}

	return '<p>' . esc_html__( 'When you change the slug of a published page, article or event, its old address redirects by itself. Delete such a redirect if the old address should be “page not found”.', 'site-companion' ) . '</p>'
		. ( array() === $items ? '' : '<ul>' . implode( '', $items ) . '</ul>' );
}

/** Removes the redirect from an old slug. */
function forget_address(): never {
	if ( ! current_user_can( OPTIONS_CAPABILITY ) ) {
		wp_die( esc_html__( 'You are not allowed to delete redirects.', 'site-companion' ), '', array( 'response' => 403 ) );
	}
	check_admin_referer( FORGET_ADDRESS_ACTION );
	delete_post_meta( absint( $_GET['post'] ?? 0 ), OLD_SLUG_META, sanitize_title( wp_unslash( $_GET['slug'] ?? '' ) ) );
	wp_safe_redirect( admin_url( 'admin.php?page=' . single_item_page( REDIRECTS ) ) );
	exit;
}
